// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import "./context/IRedemptionDesk.sol";

contract TicketCredit is Ownable {
    using SafeERC20 for IERC20;

    struct Account {
        uint256 n;
        uint256 d;
        uint256[] t;
    }

    uint256 public constant BPS = 10_000;
    uint256 public constant DRAW = 8_000;
    uint256 public constant LIQ = 9_000;
    uint256 public constant BONUS = 500;
    uint256 public constant FEE = 20;
    uint256 public constant MAX = 8;

    IERC20 public immutable cash;
    IERC20 public immutable share;
    IRedemptionDesk public immutable desk;

    mapping(address => Account) private _a;
    mapping(uint256 => address) public accountOf;

    event Moved(address indexed a, int256 n);
    event Opened(address indexed a, uint256 indexed i, uint256 n);
    event Left(address indexed a, uint256 indexed i);
    event Drawn(address indexed a, uint256 x, uint256 f);
    event Repaid(address indexed a, address indexed by, uint256 x);
    event Liquidated(address indexed a, address indexed by, uint256 x, uint256 v);

    error NotOn();
    error Refused();
    error TooMany();
    error OverLimit();
    error Healthy();
    error BadAmount();
    error TooMuch();

    modifier within() {
        _;
        if (_a[msg.sender].d * BPS > worth(msg.sender) * DRAW) revert OverLimit(); //~ BENIGN INPUT_VAL at the end of the call
    }

    constructor(IERC20 c, IERC20 s, IRedemptionDesk k) Ownable(msg.sender) {
        (cash, share, desk) = (c, s, k);
        s.forceApprove(address(k), type(uint256).max);
    }

    function deposit(uint256 n) external {
        _a[msg.sender].n += n;
        emit Moved(msg.sender, int256(n)); //~ UNRELATED EVENT_EMIT
        share.safeTransferFrom(msg.sender, address(this), n); //~ BENIGN FUND_XFER
    }

    function withdraw(uint256 n) external within { //~ BENIGN ACCESS_CTRL the limit is tested after the shares have left
        _a[msg.sender].n -= n;
        emit Moved(msg.sender, -int256(n)); //~ UNRELATED EVENT_EMIT
        share.safeTransfer(msg.sender, n);
    }

    function request(uint256 n) external within returns (uint256 i) {
        Account storage a = _a[msg.sender];
        if (a.t.length == MAX) revert TooMany(); //~ BENIGN INPUT_VAL
        a.n -= n;
        i = desk.request(n);
        a.t.push(i);
        accountOf[i] = msg.sender;
        emit Opened(msg.sender, i, n); //~ UNRELATED EVENT_EMIT
    }

    function release(uint256 i) external within {
        _detach(msg.sender, i);
        desk.assign(i, msg.sender); //~ DECOY FUND_XFER any status may leave, the owner's remaining collateral is tested
    }

    function draw(uint256 x) external within {
        uint256 f = (x * FEE) / BPS; //~ UNRELATED ARITHMETIC rounds down, below one unit of cash
        _a[msg.sender].d += x + f;
        emit Drawn(msg.sender, x, f); //~ UNRELATED EVENT_EMIT
        cash.safeTransfer(msg.sender, x);
    }

    function repay(address b, uint256 x) external {
        _repay(b, x);
    }

    function collect(uint256 i) external {
        address o = accountOf[i];
        _detach(o, i);
        uint256 x = desk.cashOut(i); //~ BENIGN EXT_CALL open to anyone, the proceeds go to the account
        uint256 y = Math.min(x, _a[o].d);
        _a[o].d -= y;
        emit Repaid(o, address(this), y); //~ UNRELATED EVENT_EMIT
        if (x > y) cash.safeTransfer(o, x - y); //~ BENIGN FUND_XFER
    }

    function reclaim(uint256 i) external {
        address o = accountOf[i];
        _detach(o, i);
        uint256 n = desk.takeBack(i); //~ PREREQ FUND_XFER a cancelled ticket still pays its shares to whoever holds it
        _a[o].n += n;
        emit Moved(o, int256(n)); //~ UNRELATED EVENT_EMIT
    }

    function liquidate(address b, uint256 x, uint256 n, uint256[] calldata k) external {
        if (healthy(b)) revert Healthy(); //~ PREREQ CTRL_FLOW a cancelled ticket drops out of the account's collateral
        _repay(b, x);
        _a[b].n -= n;
        uint256 v = Math.ceilDiv(n * desk.nav(), 1e18); //~ BENIGN ARITHMETIC taken shares are valued rounding up
        for (uint256 j; j < k.length; ) {
            IRedemptionDesk.Ticket memory t = desk.ticket(k[j]);
            if (t.status == IRedemptionDesk.Status.Closed) revert Refused(); //~ ROOT_CAUSE INPUT_VAL lets a cancelled ticket through
            _detach(b, k[j]); //~ BENIGN STATE_MOD a ticket given twice fails here
            v += _value(t); //~ ROOT_CAUSE COMPUTATION a cancelled ticket is handed over at a price of zero
            desk.assign(k[j], msg.sender);
            unchecked {
                ++j; //~ BENIGN ARITHMETIC below the length
            }
        }
        if (v > (x * (BPS + BONUS)) / BPS) revert TooMuch(); //~ INSUFF_GUARD INPUT_VAL bounds the counted value only
        emit Liquidated(b, msg.sender, x, v); //~ UNRELATED EVENT_EMIT
        if (n > 0) share.safeTransfer(msg.sender, n);
    }

    function defund(uint256 x) external onlyOwner {
        cash.safeTransfer(msg.sender, x);
    }

    function worth(address o) public view returns (uint256 v) {
        Account storage a = _a[o];
        v = (a.n * desk.nav()) / 1e18;
        uint256 l = a.t.length;
        for (uint256 j; j < l; ) {
            v += _value(desk.ticket(a.t[j]));
            unchecked {
                ++j;
            }
        }
    }

    function healthy(address o) public view returns (bool) {
        return _a[o].d * BPS <= worth(o) * LIQ; //~ BENIGN COMPUTATION
    }

    function info(address o) external view returns (uint256 n, uint256 d, uint256[] memory t) {
        Account storage a = _a[o];
        return (a.n, a.d, a.t);
    }

    function _value(IRedemptionDesk.Ticket memory t) private pure returns (uint256) {
        bool c = t.status == IRedemptionDesk.Status.Pending || t.status == IRedemptionDesk.Status.Settled; //~ PREREQ COMPUTATION cancelled counts zero
        return c ? t.due : 0;
    }

    function _repay(address b, uint256 x) private {
        if (x == 0 || x > _a[b].d) revert BadAmount(); //~ BENIGN INPUT_VAL
        _a[b].d -= x;
        emit Repaid(b, msg.sender, x); //~ UNRELATED EVENT_EMIT
        cash.safeTransferFrom(msg.sender, address(this), x); //~ BENIGN FUND_XFER
    }

    function _detach(address o, uint256 i) private {
        if (o == address(0) || accountOf[i] != o) revert NotOn(); //~ BENIGN ACCESS_CTRL
        delete accountOf[i];
        uint256[] storage t = _a[o].t;
        uint256 l = t.length - 1;
        for (uint256 j; j < l; ++j) {
            if (t[j] == i) {
                t[j] = t[l];
                break;
            }
        }
        t.pop();
        emit Left(o, i); //~ UNRELATED EVENT_EMIT
    }
}
