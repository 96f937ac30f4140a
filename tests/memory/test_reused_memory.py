"""The memory of Tensors, handles and nodes that are gone, which the next ones get: nothing of the old ones is left in it."""

import gc
import sys
import threading
import weakref

import torch as oracle

import pytorch_c as torch

MANY = 600  # more than are kept


def make(count):
    return [torch.full((2,), float(i)) for i in range(count)]


def test_a_new_tensor_has_nothing_of_the_one_whose_memory_it_got():
    old = torch.zeros(3)
    gone, place = weakref.ref(old), id(old)
    del old
    made = make(MANY)
    new = next((one for one in made if id(one) == place), made[0])
    assert gone() is None and weakref.getweakrefcount(new) == 0
    assert vars(new) == {} and gc.is_tracked(new) and new.grad is None
    new.mark = 1
    assert vars(new) == {"mark": 1}
    assert [one.tolist() for one in made] == [[float(i)] * 2 for i in range(MANY)]


def test_attributes_weak_references_and_classes_do_not_come_back():
    class Mine(torch.Tensor):
        pass

    for i in range(MANY):
        one = torch.ones(2)
        if i % 3 == 0:
            one.mark = i
        elif i % 3 == 1:
            kept = weakref.ref(one)
            assert kept() is one
        else:
            one = one.as_subclass(Mine)
        del one
    for one in make(MANY):
        assert type(one) is torch.Tensor and vars(one) == {} and weakref.getweakrefcount(one) == 0


def test_the_class_is_referred_to_by_those_that_live_alone():
    make(MANY)
    before = sys.getrefcount(torch.Tensor)
    for _ in range(5):
        make(MANY)
    assert abs(sys.getrefcount(torch.Tensor) - before) < 100


def test_cycles_of_reused_tensors_are_collected():
    make(MANY)
    made = make(20)
    watched = [weakref.ref(one) for one in made]
    for one in made:
        one.itself = one
    del made, one
    gc.collect()
    assert [ref() for ref in watched] == [None] * 20


def test_closed_tensors_are_reused_as_open_ones():
    for one in make(MANY):
        one.close()
    del one
    assert [one.sum().item() for one in make(50)] == [2.0 * i for i in range(50)]


def test_threads_drop_what_others_have_made():
    failed = []

    def work(seed):
        for round in range(20):
            mine = [torch.full((2,), float(seed + i)) for i in range(40)]
            shared[seed] = mine
            others = shared.get((seed + 1) % 4, [])
            if others and [one[0].item() for one in others] != [float((seed + 1) % 4 + i) for i in range(40)]:
                failed.append(round)

    shared = {}
    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def graph(package):
    x = package.ones(2, requires_grad=True)
    y = x
    for _ in range(MANY):
        y = y * 2 + 1
    return x, y


def walk(node):
    names = []
    while node is not None:
        names.append(node.name())
        node = node.next_functions[0][0] if node.next_functions else None
    return names


def test_nodes_whose_memory_is_reused_are_those_of_the_graph():
    (_, ours), (_, theirs) = graph(torch), graph(oracle)
    names = walk(ours.grad_fn)
    assert walk(ours.grad_fn) == names == walk(theirs.grad_fn)


def test_a_node_is_one_object_on_every_way_to_it():
    _, y = graph(torch)
    z = y * 3 + y
    (mul, _), (add, _) = z.grad_fn.next_functions
    assert add is y.grad_fn and mul.next_functions[0][0] is add and z.grad_fn is z.grad_fn
    add.metadata["seen"] = True
    del mul, add
    gc.collect()
    assert y.grad_fn.metadata == {"seen": True}


def test_a_gradient_is_one_object_while_it_is_held():
    x = torch.ones(2, requires_grad=True)
    (x * 2).sum().backward()
    held = x.grad
    assert all(x.grad is held for _ in range(MANY))
    held.mark = 1
    del held
    make(MANY)
    assert x.grad.mark == 1 and x.grad.tolist() == [2.0, 2.0]
