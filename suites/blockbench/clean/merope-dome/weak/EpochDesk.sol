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
        if (slots[l][e].holder != msg.sender) revert NotHolder();
        _;
    }

    constructor(address o, address k) Ownable(o) {
        if (k == address(0)) revert NoAccount();
        keeper = k;
        meter = address(new Meter());
    }

    function deposit() external payable {
        _add(msg.sender, msg.value);
    }

    function withdraw(uint256 a, address payable to) external {
        _sub(msg.sender, a);
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
        if (e <= c || e > c + x.ahead) revert BadEpoch();
        Slot storage s = slots[l][e];
        if (s.holder != address(0)) revert Busy();
        (uint256 p, uint256 b) = cost(l);
        if (p + b > m) revert Dear();
        _sub(msg.sender, p + b);
        locked += p + b;
        (s.holder, s.price, s.bond) = (msg.sender, uint96(p), uint96(b));
        emit Booked(l, e, msg.sender, p, b);
    }

    function give(uint256 l, uint256 e, address to) external held(l, e) whenNotPaused {
        if (to == address(0)) revert NoAccount();
        if (e <= epoch(l)) revert BadEpoch();
        Slot storage s = slots[l][e];
        (s.holder, s.ask) = (to, 0);
        emit Given(l, e, to);
    }

    function ask(uint256 l, uint256 e, uint96 a) external held(l, e) {
        slots[l][e].ask = a;
        emit Asked(l, e, a);
    }

    function take(uint256 l, uint256 e, uint256 m) external whenNotPaused {
        Slot storage s = slots[l][e];
        uint256 a = s.ask;
        if (a == 0) revert NotForSale();
        if (a > m) revert Dear();
        if (e <= epoch(l)) revert BadEpoch();
        uint256 f = a * fee / 10_000;
        _sub(msg.sender, a);
        _add(s.holder, a - f);
        earned += f;
        (s.holder, s.ask) = (msg.sender, 0);
        emit Taken(l, e, msg.sender, a);
    }

    function cancel(uint256 l, uint256 e) external held(l, e) {
        if (e < epoch(l) + lanes[l].notice) revert BadEpoch();
        Slot storage s = slots[l][e];
        uint256 a = uint256(s.price) + s.bond;
        delete slots[l][e];
        locked -= a;
        _add(msg.sender, a);
        emit Cancelled(l, e, msg.sender);
    }

    function report(uint256 l, uint256 e, uint64 n, uint32 t) external held(l, e) {
        uint256 c = epoch(l);
        if (e > c || e + GRACE < c) revert BadEpoch();
        Report[] storage r = _reports[l][e];
        if (r.length == REPORTS) revert TooMany();
        bytes memory o = meter.functionDelegateCall(abi.encodeCall(Meter.grade, (n, t)));
        uint256 g = abi.decode(o, (uint256));
        r.push(Report(msg.sender, uint64(block.timestamp), uint16(g)));
        emit Reported(l, e, g);
    }

    function fault(uint256 l, uint256 e) external {
        if (msg.sender != keeper) revert NotKeeper();
        Slot storage s = slots[l][e];
        if (e > epoch(l) || s.holder == address(0) || s.settled) revert BadEpoch();
        s.fault = true;
        emit Faulted(l, e);
    }

    function settle(uint256 l, uint256 e) external {
        Slot storage s = slots[l][e];
        if (s.holder == address(0) || s.settled) revert BadEpoch();
        if (e + GRACE >= epoch(l)) revert BadEpoch();
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
        if (k == address(0)) revert NoAccount();
        keeper = k;
        emit KeeperSet(k);
    }

    function setFee(uint16 f) external onlyOwner {
        if (f > MAX_FEE) revert BadFee();
        fee = f;
        emit FeeSet(f);
    }

    function collect(address payable to) external onlyOwner {
        uint256 a = earned;
        earned = 0;
        _pay(to, a);
        emit Collected(to, a);
    }

    function multicall(bytes[] calldata d) external payable returns (bytes[] memory r) {
        if (d.length > CALLS) revert TooMany();
        r = new bytes[](d.length);
        for (uint256 i; i < d.length; ++i) {
            (bool k, bytes memory o) = address(this).delegatecall(d[i]);
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
