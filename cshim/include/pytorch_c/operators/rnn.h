/* Recurrent layers. */
#ifndef PYTORCH_C_RNN_H
#define PYTORCH_C_RNN_H

#include <pytorch_c/types.h>

PTC_BEGIN

/* ---- compute ---- */

/* (t, b, *) without padding, one step of all sequences after the other: (sum, *), and how many each time: (t).
   _pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc__pack_padded_sequence(ptc_tensor input, ptc_tensor lengths, bool batch_first,
                                                  PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* The way back from _pack_padded_sequence, at least total_length steps long: (t, b, *), and the lengths.
   _pad_packed_sequence(Tensor data, Tensor batch_sizes, bool batch_first, Scalar padding_value,
       int total_length) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc__pad_packed_sequence(ptc_tensor data, ptc_tensor batch_sizes, bool batch_first,
                                                 ptc_scalar padding_value, int64_t total_length,
                                                 PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* Layers of gated recurrent units: (t, n, in) and (layers, n, hidden) give outputs and the last state.
   gru.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train,
       bool bidirectional, bool batch_first) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_gru_input(ptc_tensor input, ptc_tensor hx, const ptc_tensor *params, int64_t params_len,
                                      bool has_biases, int64_t num_layers, double dropout, bool train,
                                      bool bidirectional, bool batch_first, PTC_OUT ptc_tensor *out0,
                                      PTC_OUT ptc_tensor *out1);
/* Layers of gated recurrent units over packed sequences: outputs and the last state.
   gru.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int num_layers,
       float dropout, bool train, bool bidirectional) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_gru_data(ptc_tensor data, ptc_tensor batch_sizes, ptc_tensor hx, const ptc_tensor *params,
                                     int64_t params_len, bool has_biases, int64_t num_layers, double dropout,
                                     bool train, bool bidirectional, PTC_OUT ptc_tensor *out0,
                                     PTC_OUT ptc_tensor *out1);
/* One step of a gated recurrent unit: (n, in) and (n, hidden) give (n, hidden).
   gru_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_gru_cell(ptc_tensor input, ptc_tensor hx, ptc_tensor w_ih, ptc_tensor w_hh,
                                     PTC_OPTIONAL ptc_tensor b_ih, PTC_OPTIONAL ptc_tensor b_hh,
                                     PTC_OUT ptc_tensor *out);
/* Layers of long short-term memory: outputs, last hidden state, last cell state.
   lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train,
       bool bidirectional, bool batch_first) -> (Tensor, Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_lstm_input(ptc_tensor input, const ptc_tensor *hx, int64_t hx_len, const ptc_tensor *params,
                                       int64_t params_len, bool has_biases, int64_t num_layers, double dropout,
                                       bool train, bool bidirectional, bool batch_first, PTC_OUT ptc_tensor *out0,
                                       PTC_OUT ptc_tensor *out1, PTC_OUT ptc_tensor *out2);
/* Layers of long short-term memory over packed sequences: outputs, last hidden state, last cell state.
   lstm.data(Tensor data, Tensor batch_sizes, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers,
       float dropout, bool train, bool bidirectional) -> (Tensor, Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_lstm_data(ptc_tensor data, ptc_tensor batch_sizes, const ptc_tensor *hx, int64_t hx_len,
                                      const ptc_tensor *params, int64_t params_len, bool has_biases, int64_t num_layers,
                                      double dropout, bool train, bool bidirectional, PTC_OUT ptc_tensor *out0,
                                      PTC_OUT ptc_tensor *out1, PTC_OUT ptc_tensor *out2);
/* One step of long short-term memory: hidden and cell state, both (n, hidden).
   lstm_cell(Tensor input, Tensor[] hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> (Tensor,
       Tensor) */
PTC_NODISCARD ptc_error ptc_lstm_cell(ptc_tensor input, const ptc_tensor *hx, int64_t hx_len, ptc_tensor w_ih,
                                      ptc_tensor w_hh, PTC_OPTIONAL ptc_tensor b_ih, PTC_OPTIONAL ptc_tensor b_hh,
                                      PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* Sequences of different lengths in one tensor, filled up with padding_value.
   pad_sequence(Tensor[] sequences, bool batch_first=False, float padding_value=0.0,
       str padding_side="right") -> Tensor */
PTC_NODISCARD ptc_error ptc_pad_sequence(const ptc_tensor *sequences, int64_t sequences_len, bool batch_first,
                                         double padding_value, const char *padding_side, PTC_OUT ptc_tensor *out);
/* Layers of plain recurrent units with relu: outputs and the last state.
   rnn_relu.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train,
       bool bidirectional, bool batch_first) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_rnn_relu_input(ptc_tensor input, ptc_tensor hx, const ptc_tensor *params,
                                           int64_t params_len, bool has_biases, int64_t num_layers, double dropout,
                                           bool train, bool bidirectional, bool batch_first, PTC_OUT ptc_tensor *out0,
                                           PTC_OUT ptc_tensor *out1);
/* Layers of plain recurrent units with relu over packed sequences: outputs and the last state.
   rnn_relu.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int num_layers,
       float dropout, bool train, bool bidirectional) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_rnn_relu_data(ptc_tensor data, ptc_tensor batch_sizes, ptc_tensor hx,
                                          const ptc_tensor *params, int64_t params_len, bool has_biases,
                                          int64_t num_layers, double dropout, bool train, bool bidirectional,
                                          PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* One step of a plain recurrent unit with relu.
   rnn_relu_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_rnn_relu_cell(ptc_tensor input, ptc_tensor hx, ptc_tensor w_ih, ptc_tensor w_hh,
                                          PTC_OPTIONAL ptc_tensor b_ih, PTC_OPTIONAL ptc_tensor b_hh,
                                          PTC_OUT ptc_tensor *out);
/* Layers of plain recurrent units with tanh: outputs and the last state.
   rnn_tanh.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train,
       bool bidirectional, bool batch_first) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_rnn_tanh_input(ptc_tensor input, ptc_tensor hx, const ptc_tensor *params,
                                           int64_t params_len, bool has_biases, int64_t num_layers, double dropout,
                                           bool train, bool bidirectional, bool batch_first, PTC_OUT ptc_tensor *out0,
                                           PTC_OUT ptc_tensor *out1);
/* Layers of plain recurrent units with tanh over packed sequences: outputs and the last state.
   rnn_tanh.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int num_layers,
       float dropout, bool train, bool bidirectional) -> (Tensor, Tensor) */
PTC_NODISCARD ptc_error ptc_rnn_tanh_data(ptc_tensor data, ptc_tensor batch_sizes, ptc_tensor hx,
                                          const ptc_tensor *params, int64_t params_len, bool has_biases,
                                          int64_t num_layers, double dropout, bool train, bool bidirectional,
                                          PTC_OUT ptc_tensor *out0, PTC_OUT ptc_tensor *out1);
/* One step of a plain recurrent unit with tanh.
   rnn_tanh_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor */
PTC_NODISCARD ptc_error ptc_rnn_tanh_cell(ptc_tensor input, ptc_tensor hx, ptc_tensor w_ih, ptc_tensor w_hh,
                                          PTC_OPTIONAL ptc_tensor b_ih, PTC_OPTIONAL ptc_tensor b_hh,
                                          PTC_OUT ptc_tensor *out);

PTC_END

#endif
