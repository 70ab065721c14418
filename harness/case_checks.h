/* The named checks a case may ask for: queries over what was captured, each with one rule it knows.
 * None sends anything. */
#ifndef HARNESS_CASE_CHECKS_H
#define HARNESS_CASE_CHECKS_H

#include "clauses.h"

struct harness;

/* Says what it found by harness_fail(). */
typedef void check_function(struct harness *h, enum clause_id clause);

/* The device's retransmissions (path, PSN, once each) are exactly the packets impaired by DROP,
 * CORRUPT or TRIM and not repaired otherwise: none missing, none else, none twice. */
check_function check_repairs_are_losses;
/* No packet of the device was a retransmission. */
check_function check_no_repairs;
/* First transmissions of every path carry initial_psn, +1, +2, ... without gap (PSN-1). */
check_function check_psn_contiguous;
/* Never more than 256 beyond the highest cumulatively acknowledged PSN (PSN-2). */
check_function check_window_256;
/* A retransmission equals the first sending but for timestamp, ack_req, CRC, source port; rtx = 1.
 */
check_function check_repairs_are_copies;
/* Every repair of a gap left before half of rto_min had passed: the SACK did it, not the timer. */
check_function check_repaired_by_sack;
/* No repair left before rto_min had passed. */
check_function check_repaired_by_timer;
/* What the device sent is in the tester's memory, byte by byte, and nothing else changed. */
check_function check_data_arrived;
/* Every path was used; and at most spray_run new packets in a row on one path. */
check_function check_all_paths_used;
check_function check_spray_run;
/* Live paths use pairwise distinct source ports, each path one port. */
check_function check_source_ports;
/* Path PATH(p) changed its source port, once and to one no path had; the others kept theirs. */
check_function check_port_changed;
/* After each SEND of an ACK with a gap the first sequenced packet of its path is a repair.  For
 * a device whose window is full, or packets on their way would be taken for later ones. */
check_function check_repair_before_new;
/* New packets on each path before its first ACK: 1 to cwnd_init. */
check_function check_window_initial;
/* New packets on each path (on PATH(p) alone) since its last SEND of an ACK, where nothing was in
 * flight then and none comes back: 1 to md_factor x cwnd_init; cwnd_init or more. */
check_function check_window_cut;
check_function check_window_kept;
/* The same, 1 to cwnd_init; and none at all. */
check_function check_window_first;
check_function check_nothing_new;
/* After the one SEND of an ACK with a gap and all packets marked: 1 to as many sequenced packets
 * as fit the window, cut by md_factor, beside those neither acknowledged nor lost (CC-4). */
check_function check_repairs_in_window;
/* As many new packets after the third SEND of an ACK as after the first, which made a cut (CC-1).
 */
check_function check_window_not_cut_again;
/* After the last SEND of an ACK of all that was sent 1 to md_factor times as many new packets as
 * after the one before it. */
check_function check_window_cut_again;
/* New packets since the last SEND of an ACK of all that was sent: cwnd_min or more (CC-1). */
check_function check_window_least;
/* New packets between one SEND of an ACK of all that was sent and the next, from the second such
 * ACK on: never more than one more than before, and at least one more in 8 (CC-2). */
check_function check_window_grows;
/* The repairs of each PSN: the k-th not before min(2^k x rto_min, rto_max) after the sending
 * before it, nor later than twice that (RTX-5).  For a peer that says nothing. */
check_function check_timer_doubles;
/* The PROBEs that ask for STREAM(s): the k-th pause between two of them is no less than min(2^k x
 * rto_min, rto_max) (PROBE-2).  For a peer that says nothing. */
check_function check_asks_back_off;
/* CLOSE came T after the first packet at the earliest, T + 2 x rto_max at the latest (RTX-9). */
check_function check_gives_up_in_time;
/* Each new attempt left rnr_delay or more after the refusal of the one before (RNR-2). */
check_function check_rnr_waited;
/* Path PATH(p), whose packets the case lost, failed: not before path_fail_rtos timeouts in a row,
 * and not after twice that (PATH-5, PLANE-2). */
check_function check_path_fails;
/* No path failed: nothing was rerouted. */
check_function check_no_path_fails;
/* Every packet lost on PATH(p) and not repaired there went out on another path: rtx = 0, under its
 * first (path, PSN), before any new packet; path p carried nothing new meanwhile (PATH-6). */
check_function check_rerouted;
/* Every copy names where its packet was first sent, though it may have been rerouted before. */
check_function check_first_origin;
/* The PROBEs of PATH(p), failed: rtx = 1, each from another port, probe_interval to 16 times that
 * apart (PATH-8). */
check_function check_path_probed;
/* PATH(p) came back: at cwnd_min, so many packets before the next ACK (PATH-8). */
check_function check_path_returned;
/* No NOP took the PSN of a packet's first sending before its message was complete (PATH-12). */
check_function check_no_nop_for_packet;
/* No copy left after the tester had acknowledged its packet anywhere (PATH-13). */
check_function check_copies_end;
/* No packet was sent more than 2 x path_fail_rtos + 2 times under one PSN (PATH-5). */
check_function check_sent_at_most;
/* PATH(p) took another source port at least once. */
check_function check_port_moved;
/* Each path left by the port of its plane; all planes carried equal load within 20% (PLANE-1). */
check_function check_path_planes;
check_function check_planes_equal;
/* Work completed once each at most, in the order of its stream (STRM-4). */
check_function check_work_in_order;
/* No work completed but what WAIT_WORK has had. */
check_function check_no_more_work;
/* What READ and ATOMIC of the device fetched is in its memory once complete, and nothing else of
 * that memory changed; the tester's memory holds what the atomics made of it. */
check_function check_data_fetched;
/* Every READ_RESP carries the bytes its request named, as the device's memory holds them. */
check_function check_data_read;
/* The ATOMIC_RESPs tell of operations that, one after the other and those of a stream in order,
 * make what memory held into what it holds (ATOM-1, ATOM-2). */
check_function check_atomics;
/* A READ_RESP sent again after memory had changed carries what it then held (RTX-12). */
check_function check_repair_is_fresh;
/* Every ACK carries a rate_hint within a tenth of link_rate: nobody else sends (HINT-2). */
check_function check_hint_alone;
/* The newest hints of the case's own and its first n - 1 other connections, TIMES(n), are each a
 * fair share of link_rate within a tenth (HINT-1). */
check_function check_hint_shared;
/* The device's rate once every path had been told one hint for two round trips (HINT-3). */
check_function check_rate_kept;
/* The rate from two round trips after the last HINT step on: 80% of it or more (HINT-4). */
check_function check_rate_reached;
/* What path.query says agrees with what was captured (TEL-1); for a device at rest. */
check_function check_telemetry;
/* From here on discards are counted; TIMES(n) more of IS(W_REASON, DISCARD_x) since then (TEL-2).
 */
check_function check_discards_from;
check_function check_discards_counted;
/* connection.open refuses every parameter outside its range, and those that do not go together. */
check_function check_setup_refused;
/* After CALL(CLOSE): within id_quarantine the number is not given out again (LIFE-2). */
check_function check_number_rests;
/* connection.open takes what the device's ICS says it can: the least, the most. */
check_function check_setup_taken;
/* The bytes of first sendings, copies and later attempts apart, are each message's once (STRM-9).
 */
check_function check_bytes_once;
/* Every message of the device: sizes, offsets, last, length, addresses as HDR-5..HDR-8 say. */
check_function check_message_layout;

#endif
