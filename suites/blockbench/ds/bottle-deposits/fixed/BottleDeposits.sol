// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

// run by the bottlers' association, knows which crate was sold to whom
interface ICrateRegistry {
    function bottlesIn(uint256 crate) external view returns (uint256);

    // true once, for the account that bought the crate; only this desk may ask
    function redeem(uint256 crate, address holder) external returns (bool);
}

// pays the deposit for crates of empty bottles
contract BottleDeposits is Ownable {
    using SafeERC20 for IERC20;

    IERC20 public immutable euro;
    ICrateRegistry public immutable registry;

    uint256 public perBottle;
    uint256 public cratesBack;
    bool public closed;
    mapping(address => bool) public isCharity;

    error Refused(uint256 crate);
    error EmptyCrate(uint256 crate);

    constructor(IERC20 euro_, ICrateRegistry registry_, uint256 perBottle_) Ownable(msg.sender) {
        require(address(euro_) != address(0) && address(registry_) != address(0), "address is zero");
        require(perBottle_ > 0, "deposit is zero");
        euro = euro_;
        registry = registry_;
        perBottle = perBottle_; //~ BENIGN INIT
    }

    modifier whileOpen() {
        require(!closed, "desk is closed"); //~ BENIGN CTRL_FLOW
        _;
    }

    function setClosed(bool closed_) external onlyOwner { //~ BENIGN ACCESS_CTRL
        closed = closed_;
        emit ClosedSet(closed_);
    }

    function setCharity(address charity, bool listed) external onlyOwner {
        require(charity != address(0), "charity is zero");
        isCharity[charity] = listed;
        emit CharitySet(charity, listed); //~ UNRELATED EVENT_EMIT
    }

    // what the bottlers send in excess goes back to them
    function takeOut(uint256 amount) external onlyOwner {
        euro.safeTransfer(owner(), amount); //~ BENIGN FUND_XFER
    }

    function worth(uint256 crate) public view returns (uint256) {
        uint256 bottles = registry.bottlesIn(crate); //~ BENIGN EXT_CALL
        if (bottles == 0) revert EmptyCrate(crate); //~ BENIGN INPUT_VAL
        return bottles * perBottle;
    }

    function bringBack(uint256 crate) external whileOpen returns (uint256 amount) {
        amount = worth(crate);
        if (!registry.redeem(crate, msg.sender)) revert Refused(crate); //~ BENIGN EXT_CALL
        cratesBack++; //~ BENIGN CTRL_FLOW
        euro.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit BroughtBack(crate, msg.sender, amount);
    }

    // same, but the money goes to a good cause
    function giveAway(uint256 crate, address charity) external whileOpen returns (uint256 amount) {
        require(isCharity[charity], "not a charity"); //~ BENIGN INPUT_VAL
        amount = worth(crate);
        if (!registry.redeem(crate, msg.sender)) revert Refused(crate); //~ BENIGN EXT_CALL
        cratesBack++;
        euro.safeTransfer(charity, amount); //~ BENIGN FUND_XFER
        emit GivenAway(crate, charity, amount);
    }

    event ClosedSet(bool closed);
    event CharitySet(address indexed charity, bool listed);
    event BroughtBack(uint256 indexed crate, address indexed holder, uint256 amount);
    event GivenAway(uint256 indexed crate, address indexed charity, uint256 amount);
}
