// SPDX-License-Identifier: AGPL-3.0-or-later
pragma solidity 0.8.24;

import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";

contract CoverPool is ReentrancyGuard {
    struct Acc {
        uint96 bal;
        uint64 since;
        uint64 at;
        bool on;
    }

    uint256 public constant DELAY = 30 days;
    uint256 public constant CUT = 20;
    uint256 public constant MIN = 0.5 ether;

    address public immutable mgr;

    mapping(address => Acc) public accs;
    uint256 public n;
    uint256 public total;
    uint256 public res;

    event Open(address indexed a);
    event Deposit(address indexed a, uint256 x, uint256 f);
    event Withdraw(address indexed a, uint256 x);
    event Move(address indexed a, address indexed b, uint256 x);
    event Request(address indexed a, uint256 t);
    event Cancel(address indexed a);
    event Exit(address indexed a, uint256 x);
    event Claim(address indexed a, uint256 x, bytes32 h);

    error NoAcc();
    error NotMgr();
    error Low();
    error Early();
    error Failed();

    modifier onlyAcc() {
        if (!accs[msg.sender].on) revert NoAcc(); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(address m) {
        mgr = m;
    }

    function deposit() external payable {
        Acc storage a = accs[msg.sender];
        if (!a.on) {
            (a.on, a.since) = (true, uint64(block.timestamp));
            unchecked {
                ++n;
            }
            emit Open(msg.sender);
        }
        uint256 f = msg.value / CUT; //~ BENIGN ARITHMETIC rounds down, in favor of the account
        uint256 x = msg.value - f;
        unchecked {
            res += f;
            total += x;
        }
        a.bal += uint96(x);
        if (a.bal < MIN) revert Low(); //~ BENIGN INPUT_VAL
        emit Deposit(msg.sender, x, f); //~ UNRELATED EVENT_EMIT
    }

    function withdraw(uint96 x) external nonReentrant onlyAcc {
        Acc storage a = accs[msg.sender];
        a.bal -= x; //~ BENIGN STATE_MOD lowered ahead of the payment
        unchecked {
            total -= x;
        }
        if (a.bal < MIN) revert Low(); //~ BENIGN INPUT_VAL
        emit Withdraw(msg.sender, x);
        _send(msg.sender, x); //~ BENIGN EXT_CALL nothing is read after it
    }

    function request() external onlyAcc {
        accs[msg.sender].at = uint64(block.timestamp);
        emit Request(msg.sender, block.timestamp);
    }

    function cancel() external onlyAcc {
        accs[msg.sender].at = 0;
        emit Cancel(msg.sender);
    }

    function exit() external nonReentrant onlyAcc { //~ BENIGN REENTRY_GUARD nothing that lowers a balance runs during the payment
        Acc memory a = accs[msg.sender];
        if (a.at == 0 || block.timestamp < a.at + DELAY) revert Early(); //~ UNRELATED TIMESTAMP a month
        _send(msg.sender, a.bal); //~ BENIGN EXT_CALL the balance in the books cannot leave meanwhile
        unchecked {
            total -= accs[msg.sender].bal; //~ BENIGN STORAGE_READ includes what was paid in meanwhile, which is forfeited
            --n;
        }
        delete accs[msg.sender];
        emit Exit(msg.sender, a.bal);
    }

    function move(address b, uint96 x) external nonReentrant onlyAcc { //~ BENIGN REENTRY_GUARD cannot be called while exit() is paying
        if (!accs[b].on) revert NoAcc(); //~ BENIGN INPUT_VAL balances stay in accounts
        accs[msg.sender].bal -= x; //~ BENIGN STATE_MOD no more than the balance in the books
        accs[b].bal += x;
        emit Move(msg.sender, b, x);
    }

    function payClaim(address b, uint256 x, bytes32 h) external nonReentrant {
        if (msg.sender != mgr) revert NotMgr(); //~ BENIGN ACCESS_CTRL
        if (!accs[b].on) revert NoAcc(); //~ BENIGN INPUT_VAL
        res -= x; //~ BENIGN ARITHMETIC checked, so balances are never touched
        emit Claim(b, x, h);
        _send(b, x);
    }

    function _send(address b, uint256 x) private {
        bool ok;
        assembly {
            ok := call(gas(), b, x, 0, 0, 0, 0) //~ BENIGN EXT_CALL every caller is under the guard
        }
        if (!ok) revert Failed(); //~ BENIGN CTRL_FLOW
    }
}
