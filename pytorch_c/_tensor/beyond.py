"""Names that Tensor and the top level have here and not in torch: hidden where this package stands under torch's name.

Programs ask hasattr(x, "copy") to tell an array from a tensor, and libraries look where torch has a function, or give all
objects a method of their own, such as nnsight's save().
"""

METHODS = frozenset(
    """
    adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d adaptive_max_pool2d
    adaptive_max_pool3d alias alias_copy alpha_dropout_ as_strided_copy atleast_1d atleast_2d atleast_3d
    avg_pool1d avg_pool2d avg_pool3d binary_cross_entropy binary_cross_entropy_with_logits bucketize cast_to
    ccol_indices_copy celu celu_ channel_shuffle col2im col_indices_copy combinations constant_pad_nd
    conv_depthwise3d conv_tbc copy copy_sparse_to_sparse_ copy_to cross_entropy_loss crow_indices_copy
    detach_copy diagonal_copy dropout_ elu elu_ embedding_renorm_ empty_like expand_copy
    fake_quantize_per_channel_affine fake_quantize_per_channel_affine_cachemask fake_quantize_per_tensor_affine
    fake_quantize_per_tensor_affine_cachemask feature_alpha_dropout_ feature_dropout_ fft_fft fft_fft2 fft_fftn
    fft_fftshift fft_hfft fft_hfft2 fft_hfftn fft_ifft fft_ifft2 fft_ifftn fft_ifftshift fft_ihfft fft_ihfft2
    fft_ihfftn fft_irfft fft_irfft2 fft_irfftn fft_rfft fft_rfft2 fft_rfftn fill fractional_max_pool2d
    fractional_max_pool3d frobenius_norm full_like fused_moving_avg_obs_fake_quant gelu gelu_ glu grad_fn_name
    gradient hardsigmoid hardsigmoid_ hardswish hardswish_ hardtanh hardtanh_ hinge_embedding_loss histogramdd
    huber_loss im2col indices_copy is_same kl_div l1_loss leaky_relu leaky_relu_ lift lift_fresh lift_fresh_copy
    linalg__powsum linalg_cholesky linalg_cholesky_ex linalg_cond linalg_cross linalg_eig linalg_eigh
    linalg_eigvals linalg_eigvalsh linalg_ldl_factor linalg_ldl_factor_ex linalg_lstsq linalg_matmul
    linalg_matrix_exp linalg_matrix_norm linalg_matrix_power linalg_matrix_rank linalg_norm linalg_pinv
    linalg_solve_triangular linalg_tensorinv linalg_tensorsolve linalg_vector_norm log_sigmoid
    log_sigmoid_forward matrix_H max_pool1d max_pool1d_with_indices max_pool2d max_pool2d_with_indices
    max_pool3d max_pool3d_with_indices max_unpool2d max_unpool3d mish mish_ mse_loss multi_margin_loss
    multilabel_margin_loss multilabel_margin_loss_forward native_channel_shuffle native_norm
    nested_to_padded_tensor nll_loss nll_loss2d nll_loss2d_forward nll_loss_forward nll_loss_nd nonzero_numpy
    normal_functional nuclear_norm numpy_T one_hot ones_like pad pdist permute_copy pixel_shuffle
    pixel_unshuffle poisson print quantize_per_channel quantize_per_tensor quantize_per_tensor_dynamic
    quantized_max_pool1d quantized_max_pool2d quantized_max_pool3d rand_like randint_like randn_like
    reflection_pad1d reflection_pad2d reflection_pad3d relu6 relu6_ replication_pad1d replication_pad2d
    replication_pad3d row_indices_copy rrelu rrelu_ rrelu_with_noise rrelu_with_noise_ rsub save select_copy
    selu selu_ set_data silu silu_ slice slice_copy slow_conv3d slow_conv3d_forward slow_conv_dilated2d
    slow_conv_dilated3d slow_conv_transpose2d slow_conv_transpose3d smooth_l1_loss soft_margin_loss softplus
    softshrink sparse_sampled_addmm special_bessel_j0 special_bessel_j1 special_bessel_y0 special_bessel_y1
    special_digamma special_entr special_erf special_erfc special_erfcx special_erfinv special_exp2
    special_expit special_expm1 special_gammainc special_gammaincc special_gammaln special_i0 special_i0e
    special_i1 special_i1e special_log1p special_log_ndtr special_log_softmax special_logit special_logsumexp
    special_modified_bessel_i0 special_modified_bessel_i1 special_modified_bessel_k0 special_modified_bessel_k1
    special_multigammaln special_ndtr special_ndtri special_psi special_round special_sinc special_softmax
    special_xlog1py special_xlogy special_zeta split_copy split_with_sizes_copy squeeze_copy std_mean string
    t_copy tensordot thnn_conv2d threshold threshold_ transpose_copy unbind_copy unfold_copy unique_dim
    unique_dim_consecutive unsqueeze_copy upsample_bicubic2d upsample_bilinear2d upsample_linear1d
    upsample_nearest1d upsample_nearest2d upsample_nearest3d upsample_trilinear3d values_copy var_mean
    view_as_complex view_as_complex_copy view_as_real view_as_real_copy view_copy zeros_like
    """.split()
)

FUNCTIONS = frozenset(
    """
    absolute_ adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool2d adaptive_max_pool3d add_ addbmm_
    addcdiv_ addcmul_ addmm_ addr_ alias arctan2_ atan2_ avg_pool2d avg_pool3d baddbmm_ bernoulli_
    binary_cross_entropy bitwise_and_ bitwise_left_shift_ bitwise_not_ bitwise_or_ bitwise_right_shift_
    bitwise_xor_ cauchy_ ccol_indices coalesce col2im col_indices conv_depthwise3d convolution_backward
    convolution_overrideable copy_ copy_sparse_to_sparse_ copysign_ cross_entropy_loss crow_indices
    cudnn_affine_grid_generator_backward cudnn_batch_norm_backward cudnn_grid_sampler_backward cumprod_ cumsum_
    dense_dim digamma_ div_ divide_ elu elu_ eq_ erfinv_ expand expand_as exponential_
    fake_quantize_per_channel_affine_cachemask fake_quantize_per_tensor_affine_cachemask fft_fft fft_fft2
    fft_fftfreq fft_fftn fft_fftshift fft_hfft fft_hfft2 fft_hfftn fft_ifft fft_ifft2 fft_ifftn fft_ifftshift
    fft_ihfft fft_ihfft2 fft_ihfftn fft_irfft fft_irfft2 fft_irfftn fft_rfft fft_rfft2 fft_rfftfreq fft_rfftn
    fill_diagonal_ flatten_dense_tensors float_power_ floor_divide_ fmod_ fractional_max_pool2d
    fractional_max_pool3d ge_ gelu gelu_ geometric_ glu greater_ greater_equal_ gt_ hardsigmoid hardsigmoid_
    hardswish hardswish_ hardtanh hardtanh_ heaviside_ huber_loss hypot_ igamma_ igammac_ im2col index_add_
    index_copy_ index_fill_ index_reduce_ indices is_coalesced is_set_to l1_loss le_ leaky_relu leaky_relu_
    lerp_ less_ less_equal_ lgamma_ lift lift_fresh lift_fresh_copy linalg__powsum linalg_cholesky
    linalg_cholesky_ex linalg_cond linalg_cross linalg_det linalg_diagonal linalg_eig linalg_eigh linalg_eigvals
    linalg_eigvalsh linalg_householder_product linalg_inv linalg_inv_ex linalg_ldl_factor linalg_ldl_factor_ex
    linalg_ldl_solve linalg_lstsq linalg_lu linalg_lu_factor linalg_lu_factor_ex linalg_lu_solve linalg_matmul
    linalg_matrix_exp linalg_matrix_norm linalg_matrix_power linalg_matrix_rank linalg_multi_dot linalg_norm
    linalg_pinv linalg_qr linalg_slogdet linalg_solve linalg_solve_ex linalg_solve_triangular linalg_svd
    linalg_svdvals linalg_tensorinv linalg_tensorsolve linalg_vander linalg_vecdot linalg_vector_norm linear
    log_normal_ log_sigmoid log_sigmoid_forward logical_and_ logical_not_ logical_or_ logical_xor_ lt_ mH mT
    masked_fill_ masked_scatter_ matrix_H max_pool2d_with_indices max_pool3d_with_indices max_unpool2d
    max_unpool3d miopen_batch_norm_backward miopen_rnn_backward mish mish_ mkldnn_adaptive_avg_pool2d_backward
    mkldnn_linear mkldnn_linear_backward mkldnn_linear_backward_input mkldnn_max_pool2d_backward
    mkldnn_max_pool3d_backward mkldnn_reorder_conv2d_weight mkldnn_reorder_conv3d_weight
    mkldnn_rnn_layer_backward mse_loss mul_ multi_margin_loss multilabel_margin_loss
    multilabel_margin_loss_forward multiply_ mvlgamma_ ne_ nested_to_padded_tensor new_empty new_empty_strided
    new_full new_ones new_zeros nextafter_ nll_loss nll_loss2d nll_loss2d_forward nll_loss_forward nll_loss_nd
    nonzero_numpy normal_ normal_functional not_equal_ numpy_T one_hot pad pad_sequence pin_memory polygamma_
    pow_ put_ random_ reflection_pad1d reflection_pad2d reflection_pad3d relu6 relu6_ remainder_ renorm_ repeat
    replication_pad1d replication_pad2d replication_pad3d reshape_as resize_ row_indices rrelu_with_noise
    rrelu_with_noise_ scaled_dot_product_attention scatter_ scatter_add_ scatter_reduce_ sgn_ sign_ silu silu_
    slice slow_conv3d slow_conv3d_forward slow_conv_dilated2d slow_conv_dilated3d slow_conv_transpose2d
    slow_conv_transpose3d smooth_l1_loss soft_margin_loss softplus softshrink sparse_dim sparse_mask
    sparse_resize_ sparse_resize_and_clear_ sparse_sampled_addmm special_airy_ai special_bessel_j0
    special_bessel_j1 special_bessel_y0 special_bessel_y1 special_chebyshev_polynomial_t
    special_chebyshev_polynomial_u special_chebyshev_polynomial_v special_chebyshev_polynomial_w special_digamma
    special_entr special_erf special_erfc special_erfcx special_erfinv special_exp2 special_expit special_expm1
    special_gammainc special_gammaincc special_gammaln special_hermite_polynomial_h
    special_hermite_polynomial_he special_i0 special_i0e special_i1 special_i1e special_laguerre_polynomial_l
    special_legendre_polynomial_p special_log1p special_log_ndtr special_log_softmax special_logit
    special_logsumexp special_modified_bessel_i0 special_modified_bessel_i1 special_modified_bessel_k0
    special_modified_bessel_k1 special_multigammaln special_ndtr special_ndtri special_polygamma special_psi
    special_round special_scaled_modified_bessel_k0 special_scaled_modified_bessel_k1
    special_shifted_chebyshev_polynomial_t special_shifted_chebyshev_polynomial_u
    special_shifted_chebyshev_polynomial_v special_shifted_chebyshev_polynomial_w special_sinc special_softmax
    special_spherical_bessel_j0 special_xlog1py special_xlogy special_zeta squeeze_ sub_ subtract_ sum_to_size
    swapaxes_ swapdims_ t_ thnn_conv2d to to_dense to_mkldnn to_padded_tensor to_sparse to_sparse_bsc
    to_sparse_bsr to_sparse_csc to_sparse_csr transpose_ tril_ triu_ true_divide_ type_as
    unflatten_dense_tensors unfold uniform_ unique_dim unique_dim_consecutive unsqueeze_ upsample_bicubic2d
    upsample_bilinear2d upsample_linear1d upsample_nearest1d upsample_nearest2d upsample_nearest3d
    upsample_trilinear3d values view view_as
    """.split()
)
