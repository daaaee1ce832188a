// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @notice The stalls of a fair where oats are bartered for hay. Both are ordinary tokens.
abstract contract Stalls {
    using SafeERC20 for IERC20;

    struct Stall {
        address keeper;
        uint256 oats;
        uint256 hay;
    }

    IERC20 public immutable oats;
    IERC20 public immutable hay;

    Stall[] public stalls;

    event Opened(uint256 indexed id, address indexed keeper, uint256 oats, uint256 hay);
    event Shut(uint256 indexed id, uint256 oats, uint256 hay);

    error Empty();
    error NotTheKeeper(uint256 id, address caller);

    constructor(IERC20 oats_, IERC20 hay_) {
        oats = oats_;
        hay = hay_;
    }

    /// @notice Opens a stall with some of both. What it has of one is worth what it has of the other.
    function open(uint256 oats_, uint256 hay_) external returns (uint256 id) {
        if (oats_ == 0 || hay_ == 0) revert Empty(); //~ BENIGN INPUT_VAL
        id = stalls.length;
        stalls.push(Stall(msg.sender, oats_, hay_));
        emit Opened(id, msg.sender, oats_, hay_); //~ UNRELATED EVENT_EMIT
        oats.safeTransferFrom(msg.sender, address(this), oats_);
        hay.safeTransferFrom(msg.sender, address(this), hay_);
    }

    /// @notice Takes everything home.
    function shut(uint256 id) external {
        Stall memory s = stalls[id];
        if (msg.sender != s.keeper) revert NotTheKeeper(id, msg.sender); //~ BENIGN ACCESS_CTRL
        delete stalls[id]; //~ BENIGN STATE_MOD
        emit Shut(id, s.oats, s.hay); //~ UNRELATED EVENT_EMIT
        oats.safeTransfer(s.keeper, s.oats);
        hay.safeTransfer(s.keeper, s.hay); //~ BENIGN FUND_XFER
    }
}

/// @title BarterFair
/// @notice Whoever brings a good to a stall takes some of the other one home.
contract BarterFair is Stalls {
    using SafeERC20 for IERC20;

    uint256 private constant ONE = 1e18;
    uint256 private constant KEPT = 997;
    uint256 private constant OF = 1_000;

    event Bartered(uint256 indexed id, address indexed by, bool bringsOats, uint256 brought, uint256 taken);

    error TooLate(uint256 until);
    error TooMuch(uint256 brought, uint256 most);
    error TooLittle(uint256 taken, uint256 least);

    constructor(IERC20 oats_, IERC20 hay_) Stalls(oats_, hay_) {}

    /// @notice Barters at a stall.
    /// @param bringsOats Whether the caller brings oats and takes hay, or the other way.
    /// @param least The least that the caller accepts.
    function barter(uint256 id, bool bringsOats, uint256 brought, uint256 least, uint256 until)
        external
        returns (uint256 taken)
    {
        if (block.timestamp > until) revert TooLate(until); //~ BENIGN TIMESTAMP
        taken = quote(id, bringsOats, brought);
        if (taken == 0 || taken < least) revert TooLittle(taken, least); //~ BENIGN INPUT_VAL
        Stall storage s = stalls[id];
        if (bringsOats) {
            s.oats += brought;
            s.hay -= taken;
        } else {
            s.hay += brought;
            s.oats -= taken;
        }
        emit Bartered(id, msg.sender, bringsOats, brought, taken); //~ UNRELATED EVENT_EMIT
        (bringsOats ? oats : hay).safeTransferFrom(msg.sender, address(this), brought); //~ BENIGN FUND_XFER
        (bringsOats ? hay : oats).safeTransfer(msg.sender, taken); //~ PREREQ FUND_XFER
    }

    /// @notice What a barter brings. It is less, for each piece, the more of the good one brings.
    function quote(uint256 id, bool bringsOats, uint256 brought) public view returns (uint256) {
        Stall memory s = stalls[id];
        (uint256 here, uint256 there) = bringsOats ? (s.oats, s.hay) : (s.hay, s.oats);
        if (brought > here) revert TooMuch(brought, here); //~ INSUFF_GUARD INPUT_VAL a barter may double what is there, and there may be many
        uint256 part = Math.mulDiv(brought * KEPT, ONE, OF * s.oats); //~ ROOT_CAUSE ARITHMETIC hay that comes in is measured by the oats of the stall
        return Math.mulDiv(there, part, ONE + part); //~ PREREQ COMPUTATION
    }
}
