// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// The structs that more than one contract knows.

// What a lender signs. Anybody with a fitting token may take it, unasked.
struct Offer {
    address lender;
    address currency;
    address collection;
    bytes32 tokens; // root of the ids that it is for, zero for any id (TokenSet)
    bytes32 content; // what is in the bundle, zero if the collection has no bundles
    uint256 principal; // the most that is lent
    uint256 rate; // of 10,000, for a year
    uint64 duration;
    uint32 uses;
    uint256 nonce;
    uint64 deadline;
}

// What a loan is opened with, wherever it comes from.
struct Terms {
    address currency;
    address collection;
    uint256 tokenId;
    uint256 principal;
    uint256 rate;
    uint64 duration;
}

enum State {
    None,
    Running,
    InAuction
}

struct Loan {
    address borrower;
    State state;
    uint32 version; // grows with each amendment
    address lender; // who opened it, and got the note
    address currency;
    address collection;
    uint256 tokenId;
    uint256 principal;
    uint256 rate;
    uint64 startedAt;
    uint64 dueAt;
}

// What one side signs, and the borrower brings, to change a running loan.
struct Amendment {
    uint256 loanId;
    uint32 version;
    uint256 principal; // what is owed from now on, with all interest until now
    uint256 rate;
    uint64 dueAt;
    uint64 deadline;
}

// What the pool's appraiser signs about one token.
struct Appraisal {
    address collection;
    uint256 tokenId;
    uint256 value;
    uint64 validUntil;
}

// A token of some collection.
struct Item {
    address collection;
    uint256 tokenId;
}
