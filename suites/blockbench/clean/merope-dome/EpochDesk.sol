// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/utils/Address.sol";
import "./context/Credit.sol";
import "./context/Lanes.sol";
import "./context/Meter.sol";

contract EpochDesk is Lanes, Credit {
    using Address for address;

    struct Slot {
        address holder;
        uint96 price;
        uint96 bond;
        uint96 ask;
        bool fault;
        bool settled;
    }

    struct Report {
        address by;
        uint64 at;
        uint16 grade;
    }

    uint256 public constant CALLS = 16;
    uint256 public constant REPORTS = 48;
    uint256 public constant GRACE = 1;
    uint16 public constant MAX_FEE = 500;

    address public immutable meter;

    address public keeper;
    uint16 public fee;
    uint256 public locked;
    uint256 public earned;
    mapping(uint256 l => mapping(uint256 e => Slot)) public slots;
    mapping(uint256 l => mapping(uint256 e => Report[])) private _reports;

    event Booked(uint256 indexed l, uint256 indexed e, address indexed o, uint256 p, uint256 b);
    event Given(uint256 indexed l, uint256 indexed e, address indexed to);
    event Asked(uint256 indexed l, uint256 indexed e, uint256 a);
    event Taken(uint256 indexed l, uint256 indexed e, address indexed by, uint256 a);
    event Cancelled(uint256 indexed l, uint256 indexed e, address indexed o);
    event Reported(uint256 indexed l, uint256 indexed e, uint256 g);
    event Faulted(uint256 indexed l, uint256 indexed e);
    event Settled(uint256 indexed l, uint256 indexed e, uint256 p, uint256 b);
    event KeeperSet(address k);
    event FeeSet(uint16 f);
    event Collected(address to, uint256 a);

    error BadEpoch();
    error BadFee();
    error Busy();
    error Closed();
    error Dear();
    error NotForSale();
    error NotHolder();
    error NotKeeper();
    error TooMany();

    modifier held(uint256 l, uint256 e) {
        if (slots[l][e].holder != msg.sender) revert NotHolder(); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(address o, address k) Ownable(o) {
        if (k == address(0)) revert NoAccount(); //~ BENIGN INIT
        keeper = k;
        meter = address(new Meter()); //~ BENIGN INIT own code at an address that never changes
    }

    function deposit() external payable {
        _add(msg.sender, msg.value); //~ PREREQ STATE_MOD counted once for every call that carries ether
    }

    function withdraw(uint256 a, address payable to) external {
        _sub(msg.sender, a); //~ BENIGN STATE_MOD lowered ahead of the payment
        _pay(to, a);
    }

    function move(address to, uint256 a) external {
        _sub(msg.sender, a);
        _add(to, a);
    }

    function book(uint256 l, uint256 e, uint256 m) external whenNotPaused {
        Lane storage x = _lane(l);
        if (!x.open) revert Closed();
        uint256 c = epoch(l);
        if (e <= c || e > c + x.ahead) revert BadEpoch(); //~ BENIGN TIMESTAMP
        Slot storage s = slots[l][e];
        if (s.holder != address(0)) revert Busy(); //~ BENIGN CTRL_FLOW
        (uint256 p, uint256 b) = cost(l);
        if (p + b > m) revert Dear(); //~ BENIGN INPUT_VAL
        _sub(msg.sender, p + b);
        locked += p + b;
        (s.holder, s.price, s.bond) = (msg.sender, uint96(p), uint96(b)); //~ BENIGN ARITHMETIC three hundred ether at the most
        emit Booked(l, e, msg.sender, p, b); //~ UNRELATED EVENT_EMIT
    }

    function give(uint256 l, uint256 e, address to) external held(l, e) whenNotPaused {
        if (to == address(0)) revert NoAccount();
        if (e <= epoch(l)) revert BadEpoch(); //~ BENIGN TIMESTAMP
        Slot storage s = slots[l][e];
        (s.holder, s.ask) = (to, 0); //~ BENIGN STATE_MOD no offer outlives its owner
        emit Given(l, e, to);
    }

    function ask(uint256 l, uint256 e, uint96 a) external held(l, e) {
        slots[l][e].ask = a;
        emit Asked(l, e, a);
    }

    function take(uint256 l, uint256 e, uint256 m) external whenNotPaused {
        Slot storage s = slots[l][e];
        uint256 a = s.ask;
        if (a == 0) revert NotForSale(); //~ BENIGN CTRL_FLOW
        if (a > m) revert Dear(); //~ BENIGN INPUT_VAL
        if (e <= epoch(l)) revert BadEpoch(); //~ BENIGN TIMESTAMP
        uint256 f = a * fee / 10_000;
        _sub(msg.sender, a);
        _add(s.holder, a - f);
        earned += f;
        (s.holder, s.ask) = (msg.sender, 0);
        emit Taken(l, e, msg.sender, a);
    }

    function cancel(uint256 l, uint256 e) external held(l, e) {
        if (e < epoch(l) + lanes[l].notice) revert BadEpoch(); //~ BENIGN TIMESTAMP
        Slot storage s = slots[l][e];
        uint256 a = uint256(s.price) + s.bond; //~ BENIGN STORAGE_READ what was paid, not what a slot costs today
        delete slots[l][e];
        locked -= a;
        _add(msg.sender, a);
        emit Cancelled(l, e, msg.sender);
    }

    function report(uint256 l, uint256 e, uint64 n, uint32 t) external held(l, e) {
        uint256 c = epoch(l);
        if (e > c || e + GRACE < c) revert BadEpoch(); //~ BENIGN TIMESTAMP
        Report[] storage r = _reports[l][e];
        if (r.length == REPORTS) revert TooMany(); //~ BENIGN CTRL_FLOW
        bytes memory o = meter.functionDelegateCall(abi.encodeCall(Meter.grade, (n, t))); //~ BENIGN DELEGATE fixed code, fixed function, and nothing in it writes
        uint256 g = abi.decode(o, (uint256));
        r.push(Report(msg.sender, uint64(block.timestamp), uint16(g))); //~ BENIGN ARITHMETIC at most 63
        emit Reported(l, e, g);
    }

    function fault(uint256 l, uint256 e) external {
        if (msg.sender != keeper) revert NotKeeper(); //~ BENIGN ACCESS_CTRL
        Slot storage s = slots[l][e];
        if (e > epoch(l) || s.holder == address(0) || s.settled) revert BadEpoch(); //~ BENIGN CTRL_FLOW
        s.fault = true;
        emit Faulted(l, e);
    }

    function settle(uint256 l, uint256 e) external {
        Slot storage s = slots[l][e];
        if (s.holder == address(0) || s.settled) revert BadEpoch(); //~ BENIGN CTRL_FLOW once, and only what was booked
        if (e + GRACE >= epoch(l)) revert BadEpoch(); //~ BENIGN TIMESTAMP
        s.settled = true;
        (uint256 p, uint256 b) = (s.price, s.bond);
        locked -= p + b;
        if (s.fault) {
            earned += p + b;
        } else {
            earned += p;
            _add(s.holder, b);
        }
        emit Settled(l, e, p, b);
    }

    function setKeeper(address k) external onlyOwner {
        if (k == address(0)) revert NoAccount(); //~ BENIGN INPUT_VAL
        keeper = k;
        emit KeeperSet(k);
    }

    function setFee(uint16 f) external onlyOwner {
        if (f > MAX_FEE) revert BadFee(); //~ BENIGN INPUT_VAL
        fee = f;
        emit FeeSet(f);
    }

    function collect(address payable to) external onlyOwner {
        uint256 a = earned;
        earned = 0;
        _pay(to, a);
        emit Collected(to, a);
    }

    function multicall(bytes[] calldata d) external returns (bytes[] memory r) { //~ BENIGN FUND_XFER takes no ether, so none can be counted for several calls
        if (d.length > CALLS) revert TooMany(); //~ BENIGN INPUT_VAL
        r = new bytes[](d.length);
        for (uint256 i; i < d.length; ++i) {
            (bool k, bytes memory o) = address(this).delegatecall(d[i]); //~ BENIGN DELEGATE this contract's own functions, with the caller unchanged
            if (!k) {
                assembly ("memory-safe") {
                    revert(add(o, 32), mload(o))
                }
            }
            r[i] = o;
        }
    }

    function owed() external view returns (uint256) {
        return total + locked + earned;
    }

    function reportsOf(uint256 l, uint256 e) external view returns (Report[] memory) {
        return _reports[l][e];
    }

    function range(uint256 l, uint256 e, uint256 n) external view returns (Slot[] memory r) {
        r = new Slot[](n);
        unchecked {
            for (uint256 i; i < n; ++i) r[i] = slots[l][e + i];
        }
    }
}
