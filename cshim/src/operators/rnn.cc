// Recurrent layers.
#include <ATen/ops/_pack_padded_sequence.h>
#include <ATen/ops/_pad_packed_sequence.h>
#include <ATen/ops/gru.h>
#include <ATen/ops/gru_cell.h>
#include <ATen/ops/lstm.h>
#include <ATen/ops/lstm_cell.h>
#include <ATen/ops/pad_sequence.h>
#include <ATen/ops/rnn_relu.h>
#include <ATen/ops/rnn_relu_cell.h>
#include <ATen/ops/rnn_tanh.h>
#include <ATen/ops/rnn_tanh_cell.h>

#include "checks/checks.h"
#include "operators/ops_glue.h"

#include <pytorch_c/operators/rnn.h>

ptc_error ptc__pack_padded_sequence(ptc_tensor input, ptc_tensor lengths, bool batch_first, ptc_tensor *out0,
                                    ptc_tensor *out1) {
  return guard(std::tie(out0, out1),
               [&] { put(std::tie(out0, out1), at::_pack_padded_sequence(get(input), get(lengths), batch_first)); });
}
ptc_error ptc__pad_packed_sequence(ptc_tensor data, ptc_tensor batch_sizes, bool batch_first, ptc_scalar padding_value,
                                   int64_t total_length, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    check_packed(get(data), get(batch_sizes));
    put(std::tie(out0, out1),
        at::_pad_packed_sequence(get(data), get(batch_sizes), batch_first, scalar(padding_value), total_length));
  });
}
ptc_error ptc_gru_input(ptc_tensor input, ptc_tensor hx, const ptc_tensor *params, int64_t params_len, bool has_biases,
                        int64_t num_layers, double dropout, bool train, bool bidirectional, bool batch_first,
                        ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1),
        at::gru(get(input), get(hx), list(params), has_biases, num_layers, dropout, train, bidirectional, batch_first));
  });
}
ptc_error ptc_gru_data(ptc_tensor data, ptc_tensor batch_sizes, ptc_tensor hx, const ptc_tensor *params,
                       int64_t params_len, bool has_biases, int64_t num_layers, double dropout, bool train,
                       bool bidirectional, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::gru(get(data), get(batch_sizes), get(hx), list(params), has_biases, num_layers,
                                      dropout, train, bidirectional));
  });
}
ptc_error ptc_gru_cell(ptc_tensor input, ptc_tensor hx, ptc_tensor w_ih, ptc_tensor w_hh, ptc_tensor b_ih,
                       ptc_tensor b_hh, ptc_tensor *out) {
  return guard(out, [&] { put(out, at::gru_cell(get(input), get(hx), get(w_ih), get(w_hh), opt(b_ih), opt(b_hh))); });
}
ptc_error ptc_lstm_input(ptc_tensor input, const ptc_tensor *hx, int64_t hx_len, const ptc_tensor *params,
                         int64_t params_len, bool has_biases, int64_t num_layers, double dropout, bool train,
                         bool bidirectional, bool batch_first, ptc_tensor *out0, ptc_tensor *out1, ptc_tensor *out2) {
  return guard(std::tie(out0, out1, out2), [&] {
    check_lstm(get(input), lstm_batch(get(input), batch_first), list(hx), list(params), has_biases, num_layers,
               bidirectional);
    put(std::tie(out0, out1, out2), at::lstm(get(input), list(hx), list(params), has_biases, num_layers, dropout, train,
                                             bidirectional, batch_first));
  });
}
ptc_error ptc_lstm_data(ptc_tensor data, ptc_tensor batch_sizes, const ptc_tensor *hx, int64_t hx_len,
                        const ptc_tensor *params, int64_t params_len, bool has_biases, int64_t num_layers,
                        double dropout, bool train, bool bidirectional, ptc_tensor *out0, ptc_tensor *out1,
                        ptc_tensor *out2) {
  return guard(std::tie(out0, out1, out2), [&] {
    check_lstm(get(data), packed_batch(get(batch_sizes)), list(hx), list(params), has_biases, num_layers,
               bidirectional);
    put(std::tie(out0, out1, out2), at::lstm(get(data), get(batch_sizes), list(hx), list(params), has_biases,
                                             num_layers, dropout, train, bidirectional));
  });
}
ptc_error ptc_lstm_cell(ptc_tensor input, const ptc_tensor *hx, int64_t hx_len, ptc_tensor w_ih, ptc_tensor w_hh,
                        ptc_tensor b_ih, ptc_tensor b_hh, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::lstm_cell(get(input), list(hx), get(w_ih), get(w_hh), opt(b_ih), opt(b_hh)));
  });
}
ptc_error ptc_pad_sequence(const ptc_tensor *sequences, int64_t sequences_len, bool batch_first, double padding_value,
                           const char *padding_side, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::pad_sequence(list(sequences), batch_first, padding_value, chars(padding_side))); });
}
ptc_error ptc_rnn_relu_input(ptc_tensor input, ptc_tensor hx, const ptc_tensor *params, int64_t params_len,
                             bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional,
                             bool batch_first, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::rnn_relu(get(input), get(hx), list(params), has_biases, num_layers, dropout, train,
                                           bidirectional, batch_first));
  });
}
ptc_error ptc_rnn_relu_data(ptc_tensor data, ptc_tensor batch_sizes, ptc_tensor hx, const ptc_tensor *params,
                            int64_t params_len, bool has_biases, int64_t num_layers, double dropout, bool train,
                            bool bidirectional, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::rnn_relu(get(data), get(batch_sizes), get(hx), list(params), has_biases, num_layers,
                                           dropout, train, bidirectional));
  });
}
ptc_error ptc_rnn_relu_cell(ptc_tensor input, ptc_tensor hx, ptc_tensor w_ih, ptc_tensor w_hh, ptc_tensor b_ih,
                            ptc_tensor b_hh, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::rnn_relu_cell(get(input), get(hx), get(w_ih), get(w_hh), opt(b_ih), opt(b_hh))); });
}
ptc_error ptc_rnn_tanh_input(ptc_tensor input, ptc_tensor hx, const ptc_tensor *params, int64_t params_len,
                             bool has_biases, int64_t num_layers, double dropout, bool train, bool bidirectional,
                             bool batch_first, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::rnn_tanh(get(input), get(hx), list(params), has_biases, num_layers, dropout, train,
                                           bidirectional, batch_first));
  });
}
ptc_error ptc_rnn_tanh_data(ptc_tensor data, ptc_tensor batch_sizes, ptc_tensor hx, const ptc_tensor *params,
                            int64_t params_len, bool has_biases, int64_t num_layers, double dropout, bool train,
                            bool bidirectional, ptc_tensor *out0, ptc_tensor *out1) {
  return guard(std::tie(out0, out1), [&] {
    put(std::tie(out0, out1), at::rnn_tanh(get(data), get(batch_sizes), get(hx), list(params), has_biases, num_layers,
                                           dropout, train, bidirectional));
  });
}
ptc_error ptc_rnn_tanh_cell(ptc_tensor input, ptc_tensor hx, ptc_tensor w_ih, ptc_tensor w_hh, ptc_tensor b_ih,
                            ptc_tensor b_hh, ptc_tensor *out) {
  return guard(out,
               [&] { put(out, at::rnn_tanh_cell(get(input), get(hx), get(w_ih), get(w_hh), opt(b_ih), opt(b_hh))); });
}
