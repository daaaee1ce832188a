// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/security/ReentrancyGuard.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";

/// @notice Keeps tokens of traders and fills their offers. Any token may be traded; tokens with a fee on transfers may not.
contract TokenExchange is ReentrancyGuard {
    struct Offer {
        address maker;
        address give;
        address want;
        uint256 giveAmount;
        uint256 wantAmount;
    }

    error CallFailed(address token);
    error TooLittle(uint256 available);
    error NotMaker(address caller);
    error NothingOffered();

    /// @notice What an account has here, by token.
    mapping(address => mapping(address => uint256)) public balances;
    Offer[] public offers;

    event Deposited(address indexed token, address indexed account, uint256 amount);
    event Withdrawn(address indexed token, address indexed account, uint256 amount);
    event Offered(uint256 indexed offer, address indexed maker);
    event Cancelled(uint256 indexed offer);
    event Filled(uint256 indexed offer, address indexed taker);

    /// @notice Deposits a token for an account.
    function deposit(address token, address account, uint256 amount) external nonReentrant { //~ BENIGN REENTRY_GUARD
        _pull(token, msg.sender, amount); //~ PREREQ EXT_CALL
        balances[token][account] += amount; //~ PREREQ STATE_MOD
        emit Deposited(token, account, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Withdraws a token.
    function withdraw(address token, uint256 amount) external nonReentrant { //~ BENIGN REENTRY_GUARD
        _take(msg.sender, token, amount);
        _push(token, msg.sender, amount); //~ PREREQ FUND_XFER
        emit Withdrawn(token, msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Offers one token for another one. What is offered is set aside.
    function offer(address give, address want, uint256 giveAmount, uint256 wantAmount) external returns (uint256 id) {
        if (giveAmount == 0 || wantAmount == 0) revert NothingOffered(); //~ BENIGN INPUT_VAL
        _take(msg.sender, give, giveAmount); //~ BENIGN STATE_MOD
        id = offers.length;
        offers.push(Offer(msg.sender, give, want, giveAmount, wantAmount));
        emit Offered(id, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Takes an offer back.
    function cancel(uint256 id) external {
        Offer memory o = _close(id);
        if (o.maker != msg.sender) revert NotMaker(msg.sender); //~ BENIGN ACCESS_CTRL
        balances[o.give][o.maker] += o.giveAmount;
        emit Cancelled(id); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Fills an offer from the caller's balance.
    function fill(uint256 id) external {
        Offer memory o = _close(id);
        _take(msg.sender, o.want, o.wantAmount); //~ BENIGN STATE_MOD
        balances[o.want][o.maker] += o.wantAmount;
        balances[o.give][msg.sender] += o.giveAmount;
        emit Filled(id, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function _close(uint256 id) private returns (Offer memory o) {
        o = offers[id];
        if (o.maker == address(0)) revert NothingOffered(); //~ BENIGN INPUT_VAL
        delete offers[id]; //~ BENIGN STATE_MOD
    }

    function _take(address account, address token, uint256 amount) private {
        uint256 available = balances[token][account];
        if (amount > available) revert TooLittle(available); //~ BENIGN INPUT_VAL
        balances[token][account] = available - amount;
    }

    function _pull(address token, address from, uint256 amount) private {
        bytes memory data = abi.encodeCall(IERC20.transferFrom, (from, address(this), amount));
        (bool success, bytes memory answer) = token.call(data); //~ PREREQ EXT_CALL
        bool silent = answer.length == 0; //~ ROOT_CAUSE EXT_CALL also where nothing is called
        if (!success || !(silent || abi.decode(answer, (bool)))) revert CallFailed(token); //~ INSUFF_GUARD EXT_CALL
    }

    function _push(address token, address to, uint256 amount) private {
        (bool success, bytes memory answer) = token.call(abi.encodeCall(IERC20.transfer, (to, amount))); //~ DECOY EXT_CALL only moves what is there
        if (!success || !(answer.length == 0 || abi.decode(answer, (bool)))) revert CallFailed(token); //~ BENIGN EXT_CALL
    }
}
