// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {Grid} from "./Grid.sol";

/*
 * One bit for each step at which ranges may begin or end. Words have 256 bits, and a search never leaves the word in which
 * it begins.
 */
library EdgeMap {
    /* Changes the bit of a step that is a multiple of the spacing. */
    function flip(mapping(int16 => uint256) storage self, int24 step, int24 spacing) internal {
        int24 place = step / spacing;
        self[int16(place >> 8)] ^= 1 << uint8(uint24(place));
    }

    /*
     * The next step with a bit, at or below the given one or above it. Where the word has none, the answer is the end of
     * the word, and it is no edge. The answer is never outside of the grid.
     */
    function next(mapping(int16 => uint256) storage self, int24 step, int24 spacing, bool down)
        internal
        view
        returns (int24 found, bool isEdge)
    {
        int24 place = step / spacing;
        if (step < 0 && step % spacing != 0) place--;
        if (!down) place++;
        uint256 word = self[int16(place >> 8)];
        uint256 bit = uint8(uint24(place));
        uint256 masked = down ? word & (type(uint256).max >> (255 - bit)) : word & (type(uint256).max << bit);
        isEdge = masked != 0;
        if (down) found = place - int24(uint24(bit - Math.log2(isEdge ? masked : 1)));
        else found = place + int24(uint24(Math.log2(isEdge ? masked & (~masked + 1) : 1 << 255) - bit));
        found *= spacing;
        if (found < -Grid.LAST) found = -Grid.LAST;
        if (found > Grid.LAST) found = Grid.LAST;
    }
}
