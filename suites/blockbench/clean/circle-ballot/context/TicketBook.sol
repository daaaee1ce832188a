// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// Tickets of one round. A purchase is one entry however many tickets it has, so big buyers don't cost more gas.
library TicketBook {
    struct Entry {
        address holder;
        uint96 end; // the first ticket that is not of this entry
    }

    struct Book {
        Entry[] entries;
        mapping(address => uint256) heldBy;
    }

    error NoSuchTicket(uint256 ticket);

    function total(Book storage book) internal view returns (uint256) {
        uint256 n = book.entries.length;
        return n == 0 ? 0 : book.entries[n - 1].end;
    }

    function add(Book storage book, address holder, uint96 count) internal returns (uint96 first) {
        first = uint96(total(book));
        book.entries.push(Entry(holder, first + count));
        book.heldBy[holder] += count;
    }

    /// Binary search for the entry that has the ticket.
    function holderAt(Book storage book, uint256 ticket) internal view returns (address) {
        uint256 low = 0;
        uint256 high = book.entries.length;
        if (ticket >= total(book)) revert NoSuchTicket(ticket);
        while (low < high) {
            uint256 mid = (low + high) / 2;
            if (book.entries[mid].end <= ticket) low = mid + 1;
            else high = mid;
        }
        return book.entries[low].holder;
    }

    /// What the holder has, counted for the last time.
    function takeAll(Book storage book, address holder) internal returns (uint256 count) {
        count = book.heldBy[holder];
        book.heldBy[holder] = 0;
    }
}
