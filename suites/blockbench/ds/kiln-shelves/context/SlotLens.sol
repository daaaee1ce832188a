// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface ISlotAuction {
    function boards(uint256 id) external view returns (uint96 floor, uint96 step, uint32 length, uint8 slots, uint8 taken, bool retired, uint64 endsAt, uint64 round);
    function minBid(uint256 id) external view returns (uint256);
    function slotAt(uint256 id, uint256 slot) external view returns (address bidder, uint256 amount, bytes32 listing);
    function tenancies(uint256 id, uint256 round, uint256 slot) external view returns (address tenant, bytes32 listing);
    function owed(address who) external view returns (uint256);
}

// What the front page asks for, in one call. Holds nothing.
contract SlotLens {
    struct Row {
        address bidder;
        uint256 amount;
        bytes32 bidListing;
        address tenant;
        bytes32 shown;
    }

    // Bids of this round next to who rents since the last one.
    function rows(ISlotAuction auction, uint256 id) external view returns (Row[] memory all) {
        (, , , uint8 slots, , , , uint64 round) = auction.boards(id);
        all = new Row[](slots);
        for (uint256 i = 0; i < slots; i++) {
            Row memory row = all[i];
            (row.bidder, row.amount, row.bidListing) = auction.slotAt(id, i);
            if (round > 1) (row.tenant, row.shown) = auction.tenancies(id, round - 1, i);
        }
    }

    // What the bid button says.
    function ask(ISlotAuction auction, uint256 id) external view returns (bool open, uint256 price, uint256 secondsLeft) {
        (, , , , , bool retired, uint64 endsAt, ) = auction.boards(id);
        open = !retired && block.timestamp < endsAt;
        if (open) (price, secondsLeft) = (auction.minBid(id), endsAt - block.timestamp);
    }

    // What each slot would cost if the round ended now.
    function rentNow(ISlotAuction auction, uint256 id) external view returns (uint256 price, uint256 count) {
        (, , , , uint8 taken, , , ) = auction.boards(id);
        count = taken;
        for (uint256 i = 0; i < count; i++) {
            (, uint256 amount, ) = auction.slotAt(id, i);
            if (i == 0 || amount < price) price = amount;
        }
    }

    // Everything somebody has in one board, in bids and in ETH that waits.
    function holdings(ISlotAuction auction, uint256 id, address who) external view returns (uint256 inBids, uint256 waiting) {
        (, , , uint8 slots, , , , ) = auction.boards(id);
        for (uint256 i = 0; i < slots; i++) {
            (address bidder, uint256 amount, ) = auction.slotAt(id, i);
            if (bidder == who) inBids += amount;
        }
        waiting = auction.owed(who);
    }
}
