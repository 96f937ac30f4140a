"""roma: rotations between quaternions, vectors and matrices, Procrustes, slerp, and an optimization over them"""

import roma
import torch
from show import show

torch.manual_seed(0)
q = roma.random_unitquat(5)
R = roma.unitquat_to_rotmat(q)
show(
    q=q,
    R=R,
    vec=roma.rotmat_to_rotvec(R),
    back=roma.rotvec_to_unitquat(roma.unitquat_to_rotvec(q)),
    euler=roma.rotmat_to_euler("xyz", R),
)
x = torch.randn(10, 3)
found, t = roma.rigid_points_registration(x, x @ R[0].T + 1.0)
show(
    found=found,
    t=t,
    slerp=roma.rotvec_slerp(torch.randn(3), torch.randn(3), torch.linspace(0, 1, 4)),
    mean=roma.special_procrustes(R.mean(0)),
)
v = torch.zeros(3, requires_grad=True)
optimizer = torch.optim.Adam([v], 0.1)
losses = []
for _ in range(10):
    loss = roma.rotmat_geodesic_distance(roma.rotvec_to_rotmat(v), R[1]).square()
    optimizer.zero_grad(), loss.backward(), optimizer.step()
    losses.append(float(loss.detach()))
T = roma.Rigid(R[0], torch.ones(3))
show(losses=losses, rigid=(T @ T.inverse()).to_homogeneous(), special=roma.special_gramschmidt(torch.randn(3, 2)))
