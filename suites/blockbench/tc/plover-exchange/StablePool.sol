// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/ReentrancyGuard.sol";

interface IFlashTaker {
    // called with the loan in hand, which has to be back with the fee on return
    function onFlash(address token, uint256 amount, uint256 fee, bytes calldata data) external;
}

// Shares of the pool.
abstract contract Shares {
    using SafeMath for uint256;

    uint256 public constant LOCKED = 1e6; // of nobody

    uint256 public supply;
    mapping(address => uint256) public shares;

    function _mint(address _to, uint256 _amount) internal {
        supply = supply.add(_amount);
        shares[_to] = shares[_to].add(_amount); //~ BENIGN STATE_MOD
    }

    function _burn(address _from, uint256 _amount) internal {
        shares[_from] = shares[_from].sub(_amount, "!shares"); //~ BENIGN ARITHMETIC checked, nobody burns what others have
        supply = supply.sub(_amount);
    }
}

// Two dollars with six decimals, swapped one for one less a fee. Lenders deposit either of them.
// The books say what belongs to the lenders, what is sent here otherwise stays out of them.
contract StablePool is Shares, ReentrancyGuard {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    uint256 public constant SWAP_FEE = 4; // basis points
    uint256 public constant FLASH_FEE = 10;
    uint256 public constant BASIS = 10000;

    IERC20[2] public tokens;
    uint256[2] public books;

    event Deposit(address indexed who, uint256 indexed token, uint256 amount, uint256 shares);
    event Withdraw(address indexed who, uint256 shares, uint256 first, uint256 second);
    event Swap(address indexed who, uint256 indexed from, uint256 amount, uint256 out);
    event Flash(address indexed who, uint256 indexed token, uint256 amount, uint256 fee);

    constructor(IERC20 _first, IERC20 _second) {
        require(_first != _second, "!tokens"); //~ BENIGN INIT
        tokens[0] = _first;
        tokens[1] = _second;
    }

    function deposit(uint256 _token, uint256 _amount) external returns (uint256 minted) {
        if (supply == 0) {
            minted = _amount.sub(LOCKED, "!minted");
            supply = LOCKED; //~ BENIGN STATE_MOD no share ever becomes dear
        } else {
            minted = _amount.mul(supply).div(total()); //~ DECOY ARITHMETIC rounds down, and a gift does not move the books
        }
        require(minted > 0, "!minted"); //~ BENIGN INPUT_VAL
        books[_token] = books[_token].add(_amount); //~ PREREQ STATE_MOD open while a flash loan is out
        _mint(msg.sender, minted);
        tokens[_token].safeTransferFrom(msg.sender, address(this), _amount); //~ PREREQ FUND_XFER raises the balance that a flash loan is measured by
        emit Deposit(msg.sender, _token, _amount, minted); //~ UNRELATED EVENT_EMIT
    }

    // a part of both tokens
    function withdraw(uint256 _shares) external nonReentrant returns (uint256 first, uint256 second) { //~ BENIGN REENTRY_GUARD
        first = books[0].mul(_shares).div(supply); //~ BENIGN ARITHMETIC rounds down
        second = books[1].mul(_shares).div(supply);
        _burn(msg.sender, _shares);
        books[0] = books[0].sub(first);
        books[1] = books[1].sub(second); //~ BENIGN STATE_MOD
        tokens[0].safeTransfer(msg.sender, first);
        tokens[1].safeTransfer(msg.sender, second);
        emit Withdraw(msg.sender, _shares, first, second); //~ UNRELATED EVENT_EMIT
    }

    // the fee stays with the lenders
    function swap(uint256 _from, uint256 _amount) external nonReentrant returns (uint256 out) { //~ BENIGN REENTRY_GUARD
        uint256 to = _other(_from);
        out = _amount.sub(_part(_amount, SWAP_FEE));
        books[_from] = books[_from].add(_amount);
        books[to] = books[to].sub(out, "!books"); //~ BENIGN ARITHMETIC
        tokens[_from].safeTransferFrom(msg.sender, address(this), _amount); //~ BENIGN FUND_XFER
        tokens[to].safeTransfer(msg.sender, out);
        emit Swap(msg.sender, _from, _amount, out); //~ UNRELATED EVENT_EMIT
    }

    function flash(uint256 _token, uint256 _amount, bytes calldata _data) external nonReentrant { //~ INSUFF_GUARD REENTRY_GUARD swaps, withdrawals and flash loans share it, deposits do not
        IERC20 token = tokens[_token];
        uint256 kept = token.balanceOf(address(this));
        uint256 fee = _part(_amount, FLASH_FEE);
        token.safeTransfer(msg.sender, _amount);
        IFlashTaker(msg.sender).onFlash(address(token), _amount, fee, _data); //~ PREREQ EXT_CALL the taker may come back through deposit
        uint256 here = token.balanceOf(address(this));
        require(here.sub(kept, "!repaid") >= fee, "!repaid"); //~ ROOT_CAUSE INPUT_VAL a deposit made meanwhile counts as repayment
        books[_token] = books[_token].add(fee); //~ BENIGN STATE_MOD the fee belongs to the lenders
        emit Flash(msg.sender, _token, _amount, fee); //~ UNRELATED EVENT_EMIT
    }

    // both books together
    function total() public view returns (uint256) {
        return books[0].add(books[1]);
    }

    // what shares would bring now, both tokens together
    function worth(uint256 _shares) external view returns (uint256) {
        return supply == 0 ? 0 : total().mul(_shares).div(supply);
    }

    function _part(uint256 _amount, uint256 _points) internal pure returns (uint256) {
        return _amount.mul(_points).add(BASIS - 1).div(BASIS); //~ BENIGN ARITHMETIC rounds up
    }

    function _other(uint256 _token) internal pure returns (uint256) {
        require(_token < 2, "!token"); //~ BENIGN INPUT_VAL
        return 1 - _token;
    }
}
