#include "logic/step.h"

#include <string.h>

namespace nonet::logic {
namespace {

using Bytes = std::vector<uint8_t>;

void add_count(Bytes& bytes, unsigned count) {
    if (count < 255) {
        bytes.push_back((uint8_t)count);
        return;
    }
    bytes.push_back(255);
    bytes.push_back((uint8_t)count);
    bytes.push_back((uint8_t)(count >> 8));
}

void add_list(Bytes& bytes, const List& list) {
    bytes.push_back((uint8_t)list.count);
    bytes.insert(bytes.end(), list.items, list.items + list.count);
}

void add_node(Bytes& bytes, const Node& node) {
    bytes.push_back(node.digit);
    bytes.push_back(node.on);
    add_list(bytes, node.cells);
    add_list(bytes, node.set_cells);
}

void add_link(Bytes& bytes, const Node& start, const Node& end, bool strong) {
    add_node(bytes, start);
    add_node(bytes, end);
    bytes.push_back(strong);
}

void add_candidates(Bytes& bytes, const std::vector<Candidate>& candidates) {
    add_count(bytes, (unsigned)candidates.size());
    for (const Candidate& each : candidates) {
        bytes.push_back(each.cell);
        bytes.push_back(each.digit);
    }
}

template <class Section> void add_section(Bytes& bytes, const Section& section) {
    add_count(bytes, section.count);
    bytes.insert(bytes.end(), section.bytes.begin(), section.bytes.end());
}

}  // namespace

void Step::clear_evidence() {
    for (Section* section : {&roles_, &truths_, &links_}) {
        section->bytes.clear();
        section->count = 0;
    }
    chains_.clear();
    deadly_.clear();
    cases_.clear();
    open_cases_.clear();
}

void Step::role(RoleKind kind, const List& cells, const List& digits, const List& houses, const char* label) {
    if (!wants_evidence) return;
    Bytes& bytes = roles_.bytes;
    bytes.push_back(kind);
    add_list(bytes, cells);
    add_list(bytes, digits);
    add_list(bytes, houses);
    const size_t length = strlen(label);
    bytes.push_back((uint8_t)length);
    bytes.insert(bytes.end(), label, label + length);
    ++roles_.count;
}

void Step::link(const Node& start, const Node& end, bool strong) {
    if (!wants_evidence) return;
    add_link(links_.bytes, start, end, strong);
    ++links_.count;
}

void Step::begin_chain() {
    if (wants_evidence) chains_.emplace_back();
}

void Step::chain_link(const Node& start, const Node& end, bool strong) {
    if (!wants_evidence) return;
    add_link(chains_.back().bytes, start, end, strong);
    ++chains_.back().count;
}

void Step::deadly(DeadlyKind kind, const List& cells, const List& digits) {
    if (!wants_evidence) return;
    deadly_.assign(1, (uint8_t)(1 + kind));
    add_list(deadly_, cells);
    add_list(deadly_, digits);
}

void Step::begin_case(int cell, int digit) {
    if (!wants_evidence) return;
    open_cases_.emplace_back();
    open_cases_.back().cell = (uint8_t)(cell + 1);
    open_cases_.back().digit = (uint8_t)digit;
}

void Step::case_split(int digit, int number) {
    if (!wants_evidence) return;
    open_cases_.back().split[0] = (uint8_t)(1 + digit);
    open_cases_.back().split[1] = (uint8_t)number;
}

void Step::end_case() {
    if (!wants_evidence) return;
    const OpenCase done = std::move(open_cases_.back());
    open_cases_.pop_back();
    Bytes& bytes = open_cases_.empty() ? cases_ : open_cases_.back().cases.bytes;
    if (!open_cases_.empty()) ++open_cases_.back().cases.count;
    bytes.push_back(done.cell);
    bytes.push_back(done.digit);
    add_section(bytes, done.truths);
    bytes.push_back(done.split[0]);
    bytes.push_back(done.split[1]);
    add_section(bytes, done.cases);
}

void Step::write(Bytes& bytes) const {
    bytes.push_back(technique);
    bytes.push_back(beyond_hodoku);
    add_candidates(bytes, placements);
    add_candidates(bytes, eliminations);
    if (!wants_evidence) {
        bytes.insert(bytes.end(), 6, 0);
        return;
    }
    for (const Section* section : {&roles_, &truths_, &links_}) add_section(bytes, *section);
    add_count(bytes, (unsigned)chains_.size());
    for (const Section& chain : chains_) add_section(bytes, chain);
    if (deadly_.empty()) bytes.push_back(0);
    bytes.insert(bytes.end(), deadly_.begin(), deadly_.end());
    bytes.push_back(cases_.empty() ? 0 : 1);
    bytes.insert(bytes.end(), cases_.begin(), cases_.end());
}

}  // namespace nonet::logic
