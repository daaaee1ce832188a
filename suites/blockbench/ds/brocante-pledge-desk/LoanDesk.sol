// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

contract LoanDesk is Ownable2Step {
    using SafeERC20 for IERC20;

    enum State {
        None,
        Open,
        Repaid,
        Sold
    }

    struct Loan {
        address o;
        uint64 t;
        State s;
        IERC20 k;
        uint128 a;
        uint128 d;
    }

    uint256 public constant TERM = 45 days;
    uint256 public constant DAILY_BPS = 10;
    uint256 public constant PREMIUM_BPS = 500;
    uint256 private constant BPS = 10_000;
    uint256 private constant WAD = 1e18;

    IERC20 public immutable cash;

    mapping(IERC20 => uint256) public rate;
    mapping(uint256 => Loan) public loans;
    uint256 public count;

    event RateSet(IERC20 indexed k, uint256 r);
    event Funded(uint256 a, bool ok);
    event Drawn(uint256 a);
    event Opened(uint256 indexed id, address indexed o, IERC20 k, uint256 a, uint256 d);
    event Closed(uint256 indexed id, address indexed by, State s, uint256 q);

    error BadToken();
    error BadAmount();
    error NotBorrower();
    error NotOpen();
    error Early();
    error Late();
    error LowCash();

    constructor(IERC20 c, address o) Ownable(o) {
        cash = c;
    }

    function setRate(IERC20 k, uint256 r) external onlyOwner {
        if (k == cash) revert BadToken(); //~ BENIGN INPUT_VAL collateral and cash are never one token
        rate[k] = r;
        emit RateSet(k, r);
    }

    function fund(uint256 a) external onlyOwner returns (bool ok) {
        ok = cash.trySafeTransferFrom(msg.sender, address(this), a); //~ DECOY FUND_XFER the answer goes to the owner, and nothing else hangs on it
        emit Funded(a, ok); //~ UNRELATED EVENT_EMIT
    }

    function draw(uint256 a) external onlyOwner {
        cash.safeTransfer(msg.sender, a);
        emit Drawn(a);
    }

    function open(IERC20 k, uint128 a) external returns (uint256 id) {
        uint256 r = rate[k];
        if (r == 0) revert BadToken(); //~ BENIGN INPUT_VAL
        uint256 d = a * r / WAD; //~ BENIGN ARITHMETIC rounds down, in favor of the desk
        if (d == 0 || d > type(uint128).max) revert BadAmount(); //~ BENIGN INPUT_VAL the conversion below keeps the value
        id = ++count;
        loans[id] = Loan(msg.sender, uint64(block.timestamp), State.Open, k, a, uint128(d));
        emit Opened(id, msg.sender, k, a, d);
        k.safeTransferFrom(msg.sender, address(this), a); //~ BENIGN FUND_XFER
        cash.safeTransfer(msg.sender, d);
    }

    function due(uint256 id) public view returns (uint256) {
        Loan storage l = loans[id];
        unchecked {
            uint256 n = (block.timestamp - l.t) / 1 days + 1; //~ UNRELATED TIMESTAMP
            return l.d + l.d * DAILY_BPS * n / BPS; //~ BENIGN ARITHMETIC 128 bits, times a number of days
        }
    }

    function repay(uint256 id) external returns (uint256 q) {
        Loan storage l = loans[id];
        if (l.o != msg.sender) revert NotBorrower(); //~ BENIGN ACCESS_CTRL
        if (l.s != State.Open) revert NotOpen(); //~ BENIGN CTRL_FLOW
        if (block.timestamp > l.t + TERM) revert Late(); //~ BENIGN TIMESTAMP
        q = due(id);
        if (cash.balanceOf(msg.sender) < q) revert LowCash(); //~ INSUFF_GUARD INPUT_VAL who has the cash need not have approved it
        l.s = State.Repaid; //~ PREREQ STATE_MOD the loan counts as repaid
        emit Closed(id, msg.sender, State.Repaid, q);
        cash.trySafeTransferFrom(msg.sender, address(this), q); //~ ROOT_CAUSE FUND_XFER the answer false is not noticed
        l.k.safeTransfer(msg.sender, l.a); //~ PREREQ FUND_XFER gives the collateral back all the same
    }

    function buy(uint256 id) external returns (uint256 q) {
        Loan storage l = loans[id];
        if (l.s != State.Open) revert NotOpen(); //~ BENIGN CTRL_FLOW
        if (block.timestamp <= l.t + TERM) revert Early(); //~ BENIGN TIMESTAMP
        q = due(id);
        q += q * PREMIUM_BPS / BPS; //~ BENIGN ARITHMETIC
        l.s = State.Sold; //~ BENIGN STATE_MOD
        emit Closed(id, msg.sender, State.Sold, q);
        cash.safeTransferFrom(msg.sender, address(this), q); //~ BENIGN FUND_XFER
        l.k.safeTransfer(msg.sender, l.a);
    }
}
