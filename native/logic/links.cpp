#include "logic/links.h"

#include <string.h>

#include <algorithm>

namespace nonet::logic {
namespace {

// The other cell of a house that has two places for the digit; -1 if it has more or fewer.
int partner_in(Cells board, int house, int cell) {
    Cells inside = board & kBoard.board[house];
    if (!inside.is_two()) return -1;
    inside.remove(cell);
    return inside.first();
}

}  // namespace

void Web::link(const Position& position) {
    position_ = &position;
    number_candidates(position);
    total = count;
    link_candidates();
}

void Web::link_grouped(const Position& position, const Web& plain) {
    position_ = &position;
    number_candidates(position);
    std::copy(plain.weak, plain.weak + count, weak);
    std::copy(plain.strong, plain.strong + count, strong);
    number_groups();
    for (int group = count; group < total; ++group) link_group(group);
}

void Web::number_candidates(const Position& position) {
    memset(number, -1, sizeof number);
    count = 0;
    for (int cell = 0; cell < kCells; ++cell) {
        first_mate[cell] = (uint16_t)count;
        for (int digit : Digits{position.masks[cell]}) {
            number[digit][cell] = (int16_t)count;
            digits[count] = (uint8_t)digit;
            cells[count] = (uint8_t)cell;
            boards[count++] = Cells::of(cell);
        }
        end_of_mates[cell] = (uint16_t)count;
    }
}

void Web::link_candidates() {
    for (int term = 0; term < count; ++term) {
        const int cell = cells[term], digit = digits[term];
        const Cells board = position_->boards[digit];
        Terms<48>& near = weak[term];
        Terms<16>& partners = strong[term];
        near.count = partners.count = 0;
        for (int mate = first_mate[cell]; mate < end_of_mates[cell]; ++mate)
            if (mate != term) near.add(mate);
        if (near.count == 1) partners.add(near.items[0]);
        Cells seen = Cells::of(cell);
        for (int house : kBoard.houses[cell]) {
            for (int other : (board & kBoard.board[house]).minus(seen)) near.add(number[digit][other]);
            seen |= kBoard.board[house];
            const int partner = partner_in(board, house, cell);
            if (partner >= 0 && !partners.has(number[digit][partner])) partners.add(number[digit][partner]);
        }
    }
}

void Web::number_groups() {
    memset(group_at_, -1, sizeof group_at_);
    total = count;
    for (int line = 0; line < kFirstBox; ++line)
        for (int digit = 1; digit <= 9; ++digit)
            for (int part = 0; part < 3; ++part) {
                const int cell = kBoard.cells[line][3 * part];
                const Cells crossing = kBoard.board[line] & kBoard.board[kBoard.houses[cell][2]];
                const Cells inside = position_->boards[digit] & crossing;
                if (!inside.is_several()) continue;
                group_at_[digit][line / 9][line % 9 * 3 + part] = (int16_t)total;
                digits[total] = (uint8_t)digit;
                cells[total] = (uint8_t)inside.first();
                boards[total] = inside;
                weak[total].count = strong[total].count = 0;
                ++total;
            }
}

void Web::link_group(int group) {
    const int digit = digits[group], first = cells[group];
    const Cells own = boards[group], board = position_->boards[digit];
    const bool in_row = kBoard.board[kBoard.houses[first][0]].has(own.last());
    const int line = kBoard.houses[first][in_row ? 0 : 1], box = kBoard.houses[first][2];

    for (int cell : board& seen_by_all(own)) {
        weak[group].add(number[digit][cell]);
        weak[number[digit][cell]].add(group);
    }
    // Groups in the same line or box that share no cell with it, ascending: those of rows come first.
    int near[16], found = 0;
    for (int part = 0; part < 3; ++part) near[found++] = group_at_[digit][!in_row][line % 9 * 3 + part];
    for (int i = 0; i < 3; ++i) {
        const int row = (box - kFirstBox) / 3 * 3 + i, column = (box - kFirstBox) % 3 * 3 + i;
        near[found++] = group_at_[digit][0][row * 3 + (box - kFirstBox) % 3];
        near[found++] = group_at_[digit][1][column * 3 + (box - kFirstBox) / 3];
    }
    std::sort(near, near + found);
    for (int k = 0; k < found; ++k)
        if (near[k] >= 0 && (!k || near[k] != near[k - 1]) && !boards[near[k]].meets(own)) weak[group].add(near[k]);

    const Cells in_line = (board & kBoard.board[line]).minus(own), in_box = (board & kBoard.board[box]).minus(own);
    for (Cells rest : {in_box, in_line})
        if (rest.is_one()) {
            const int single = number[digit][rest.first()];
            if (strong[group].has(single)) continue;
            strong[group].add(single);
            strong[single].add(group);
        }
    for (Cells rest : {in_line, in_box})
        if (rest.is_several())
            for (int k = 0; k < found; ++k)
                if (near[k] >= 0 && boards[near[k]] == rest && !strong[group].has(near[k])) strong[group].add(near[k]);
}

// What follows from the links in two steps, and in the end.
void Web::finish() {
    weak_bits.reset(total, total);
    after_bits_.reset(total, total);
    after_.clear();
    for (int term = 0; term < total; ++term) {
        after_begin_[term] = (uint32_t)after_.size();
        for (int off : weak[term]) {
            set_bit(weak_bits[term], off);
            for (int on : strong[off]) {
                after_.push_back({(uint16_t)off, (uint16_t)on});
                set_bit(after_bits_[term], on);
            }
        }
    }
    after_begin_[total] = (uint32_t)after_.size();
    memset(tree_at_, -1, sizeof tree_at_);
    tree_sizes_.clear();
    close();
}

void Web::close() {
    on_sets_.reset(total, total);
    off_sets_.reset(total, total);
    const int words = weak_bits.words();
    uint64_t done[kTermWords];
    for (int term = 0; term < total; ++term) {
        uint64_t *on = on_sets_[term], *off = off_sets_[term];
        on_sets_.add(term, after_bits_[term]);
        off_sets_.add(term, weak_bits[term]);
        set_bit(on, term);
        memset(done, 0, sizeof done);
        set_bit(done, term);
        for (int word = 0; word < words;) {
            const uint64_t todo = on[word] & ~done[word];
            if (!todo) {
                ++word;
                continue;
            }
            const int other = word * 64 + __builtin_ctzll(todo);
            const bool is_known = other < term;  // nothing of it need be followed again
            const uint64_t* more_on = is_known ? on_sets_[other] : after_bits_[other];
            const uint64_t* more_off = is_known ? off_sets_[other] : weak_bits[other];
            set_bit(done, other);
            int first = word;
            for (int k = words - 1; k >= 0; --k) {
                if (is_known) done[k] |= more_on[k];
                on[k] |= more_on[k];
                off[k] |= more_off[k];
                if (k < first && on[k] & ~done[k]) first = k;
            }
            word = first;
        }
    }
}

void Web::follows(int term, bool is_on, uint64_t* on, uint64_t* off) const {
    const int size = words();
    if (is_on) {
        memcpy(on, on_sets_[term], (size_t)size * sizeof *on);
        memcpy(off, off_sets_[term], (size_t)size * sizeof *off);
        return;
    }
    memset(on, 0, (size_t)size * sizeof *on);
    memset(off, 0, (size_t)size * sizeof *off);
    set_bit(off, term);
    for (int other : strong[term]) {
        const uint64_t *more_on = on_sets_[other], *more_off = off_sets_[other];
        for (int k = 0; k < size; ++k) {
            on[k] |= more_on[k];
            off[k] |= more_off[k];
        }
    }
}

// -- shortest chains -------------------------------------------------------------------------------------------------------

Tree Web::tree(int term, bool on) {
    int number = tree_at_[on][term];
    const bool is_new = number < 0;
    if (is_new) {
        number = (int)tree_sizes_.size();
        if ((int)tree_memory_.size() == number) tree_memory_.emplace_back();
        tree_memory_[(size_t)number].resize(3 * (size_t)total);
    }
    uint16_t* memory = tree_memory_[(size_t)number].data();
    Tree tree{term, on, 0, memory, memory + total, memory + 2 * total};
    if (is_new) {
        grow(tree);
        tree_sizes_.push_back((uint16_t)tree.count);
        tree_at_[on][term] = (int16_t)number;
    }
    tree.count = tree_sizes_[(size_t)number];
    return tree;
}

void Web::grow(Tree& tree) const {
    const int words = weak_bits.words();
    uint64_t seen[kTermWords] = {};
    for (int term = 0; term < total; ++term) tree.parent[term] = tree.between[term] = Tree::kNone;
    if (tree.on) {
        tree.order[tree.count++] = (uint16_t)tree.start;
        set_bit(seen, tree.start);
    } else {
        for (int term : strong[tree.start]) {
            tree.order[tree.count++] = (uint16_t)term;
            tree.between[term] = (uint16_t)tree.start;
            set_bit(seen, term);
        }
    }
    uint64_t fresh[kTermWords];
    for (int k = 0; k < tree.count; ++k) {
        const int term = tree.order[k];
        const uint64_t* after = after_bits_[term];
        uint64_t any = 0;
        for (int word = 0; word < words; ++word) {
            any |= fresh[word] = after[word] & ~seen[word];
            seen[word] |= fresh[word];
        }
        if (!any) continue;
        for (uint32_t i = after_begin_[term]; i < after_begin_[term + 1]; ++i) {
            const Pair pair = after_[i];
            if (!has_bit(fresh, pair.on)) continue;
            clear_bit(fresh, pair.on);
            tree.parent[pair.on] = (uint16_t)term;
            tree.between[pair.on] = pair.off;
            tree.order[tree.count++] = pair.on;
        }
    }
}

bool Web::chain(const Tree& tree, Visit end, Chain& chain) const {
    chain.clear();
    int term = end.term;
    if (!end.on) {
        chain.push_back(end);
        if (term == tree.start && !tree.on) return true;
        const uint64_t* links = weak_bits[term];
        int last = -1;
        for (int k = 0; k < tree.count && last < 0; ++k)
            if (has_bit(links, tree.order[k])) last = tree.order[k];
        if (last < 0) return false;
        term = last;
    }
    for (;;) {
        chain.push_back({(uint16_t)term, true});
        const uint16_t between = tree.between[term], parent = tree.parent[term];
        if (between == Tree::kNone) break;
        chain.push_back({between, false});
        if (parent == Tree::kNone) break;
        term = parent;
    }
    std::reverse(chain.begin(), chain.end());
    return chain[0].term == tree.start && chain[0].on == tree.on;
}

void Web::distances(const Tree& tree, Distances& result) const {
    memset(result.on, 0, (size_t)total * sizeof *result.on);
    memset(result.off, 0, (size_t)total * sizeof *result.off);
    if (!tree.on) result.off[tree.start] = 1;
    for (int k = 0; k < tree.count; ++k) {
        const int term = tree.order[k];
        const int nodes = tree.between[term] == Tree::kNone  ? 1
                          : tree.parent[term] == Tree::kNone ? 2
                                                             : result.on[tree.parent[term]] + 2;
        result.on[term] = (uint16_t)nodes;
        for (int other : weak[term])
            if (!result.off[other]) result.off[other] = (uint16_t)(nodes + 1);
    }
}

bool Web::is_plain(const Chain& chain) const {
    for (const Visit& visit : chain)
        if (visit.term >= count) return false;
    return true;
}

// -- evidence --------------------------------------------------------------------------------------------------------------

Truth Web::truth(int one, int other) const {
    const int digit = digits[one];
    if (digit != digits[other]) return {0, cells[one]};
    const Cells both = boards[one] | boards[other];
    for (int house : kBoard.houses[cells[one]])
        if ((position_->boards[digit] & kBoard.board[house]) == both) return {(uint8_t)digit, (uint8_t)house};
    return {0, cells[one]};  // not reached: the terms are strongly linked
}

void Truths::add(Truth truth) {
    bool& used = used_[truth.digit][truth.number];
    if (!used) truths_.push_back(truth);
    used = true;
}

void Truths::add_links(const Web& web, const Chain& chain) {
    for (size_t k = 1; k < chain.size(); ++k)
        if (!chain[k - 1].on && chain[k].on) add(web.truth(chain[k - 1].term, chain[k].term));
}

void Truths::write(Step& step) const {
    for (const Truth& truth : truths_) {
        if (truth.digit)
            step.truth_house(truth.number, truth.digit);
        else
            step.truth_cell(truth.number);
    }
}

void add_links(Step& step, const Web& web, const Chain& chain, bool close) {
    for (size_t k = 1; k < chain.size(); ++k) step.link(web.node(chain[k - 1]), web.node(chain[k]), chain[k].on);
    if (close) step.link(web.node(chain.back()), web.node(chain[0]), false);
}

void add_chain_evidence(Step& step, const Web& web, const Chain& chain, bool close) {
    if (!step.wants_evidence) return;
    const int first = chain[0].term, last = chain.back().term;
    step.role(kPincer, web.boards[first], {web.digits[first]});
    if (web.digits[first] != web.digits[last] || web.boards[first] != web.boards[last])
        step.role(kPincer, web.boards[last], {web.digits[last]});
    Truths truths;
    truths.add_links(web, chain);
    truths.write(step);
    add_links(step, web, chain, close);
}

}  // namespace nonet::logic
