// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {IMarket} from "./context/Market.sol";

// Savings for a good cause. Savers get back what they have put in, one to one. The interest is for the cause, and
// the markets pay it there themselves.
contract CauseVault is Ownable {
    using SafeERC20 for IERC20;

    IERC20 public immutable dollar;
    mapping(address => uint256) public savedBy;
    mapping(address => bool) public isManager;
    mapping(address => bool) public isHelper; // calls for managers
    mapping(IMarket => uint256) public capOf;
    mapping(IMarket => uint256) public inMarket;

    error NotManager(address who);
    error NotFor(address who);
    error OverCap(uint256 cap);

    modifier managed(address by) {
        require(isManager[by], NotManager(by)); //~ INSUFF_GUARD ACCESS_CTRL so is the helper itself
        require(msg.sender == by || isHelper[msg.sender], NotFor(by)); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(IERC20 dollar_) Ownable(msg.sender) {
        dollar = dollar_;
    }

    // ---- the owner

    function setManager(address who, bool on) external onlyOwner { //~ BENIGN ACCESS_CTRL
        isManager[who] = on;
        emit ManagerSet(who, on);
    }

    function setHelper(address who, bool on) external onlyOwner { //~ BENIGN ACCESS_CTRL
        isHelper[who] = on;
        emit HelperSet(who, on);
    }

    // ---- managers, or a helper that says for which of them it calls

    function setCap(address by, IMarket market, uint256 cap) external managed(by) {
        capOf[market] = cap; //~ PREREQ STATE_MOD makes a market of any contract
        emit CapSet(market, cap); //~ UNRELATED EVENT_EMIT
    }

    function put(address by, IMarket market, uint256 amount) external managed(by) {
        inMarket[market] += amount;
        require(inMarket[market] <= capOf[market], OverCap(capOf[market])); //~ INSUFF_GUARD INPUT_VAL whoever may put may set the cap too
        emit Put(market, amount); //~ UNRELATED EVENT_EMIT
        dollar.forceApprove(address(market), amount);
        market.supply(amount); //~ PREREQ EXT_CALL hands out what all savers have put in
    }

    function take(address by, IMarket market, uint256 amount) external managed(by) {
        inMarket[market] -= amount; //~ DECOY ARITHMETIC checked
        emit Taken(market, amount); //~ UNRELATED EVENT_EMIT
        market.withdraw(amount);
    }

    // ---- savers

    function save(uint256 amount) external {
        savedBy[msg.sender] += amount;
        emit Saved(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    // if too much is in the markets, ask a manager
    function back(uint256 amount) external {
        savedBy[msg.sender] -= amount; //~ BENIGN ARITHMETIC checked
        emit Back(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(msg.sender, amount); //~ DECOY FUND_XFER booked before
    }

    event ManagerSet(address who, bool on);
    event HelperSet(address who, bool on);
    event CapSet(IMarket indexed market, uint256 cap);
    event Put(IMarket indexed market, uint256 amount);
    event Taken(IMarket indexed market, uint256 amount);
    event Saved(address indexed saver, uint256 amount);
    event Back(address indexed saver, uint256 amount);
}

// Several moves at once. It is a helper of the vault, and a manager too, for the days when we move everything by hand.
contract MoveHelper {
    enum Kind {
        Cap,
        Put,
        Take
    }

    struct Move {
        Kind kind;
        IMarket market;
        uint256 amount;
    }

    uint256 public constant MOST = 12;

    CauseVault public immutable vault;

    constructor(CauseVault vault_) {
        vault = vault_;
    }

    function run(Move[] calldata moves) external {
        require(moves.length > 0 && moves.length <= MOST, "bad length"); //~ BENIGN INPUT_VAL
        address by = address(this); //~ ROOT_CAUSE ACCESS_CTRL lends its own role to every caller
        for (uint256 i = 0; i < moves.length; ++i) {
            Move calldata m = moves[i];
            if (m.kind == Kind.Cap) vault.setCap(by, m.market, m.amount); //~ PREREQ EXT_CALL
            else if (m.kind == Kind.Put) vault.put(by, m.market, m.amount); //~ PREREQ EXT_CALL
            else vault.take(by, m.market, m.amount);
        }
        emit Ran(moves.length); //~ UNRELATED EVENT_EMIT
    }

    event Ran(uint256 moves);
}
