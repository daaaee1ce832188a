// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Pausable} from "@openzeppelin/contracts@4.9.6/security/Pausable.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {IStakeManager} from "./context/IStakeManager.sol";
import {StakeVault} from "./context/StakeVault.sol";
import {Tiers} from "./context/Tiers.sol";
import {VaultFactory} from "./context/VaultFactory.sol";

contract StakeManager is IStakeManager, Tiers, Pausable {
    using SafeERC20 for IERC20;

    enum St {
        None,
        Empty,
        Active,
        Left
    }

    struct Acc {
        St st;
        uint64 end;
        uint96 amt;
        uint96 pts;
    }

    uint256 public constant MIN = 1e6;

    IERC20 public immutable coin;
    VaultFactory public immutable maker;

    uint256 public pool;
    uint256 public cap;
    uint256 public sum;
    uint256 public allPts;
    mapping(StakeVault => Acc) public accs;
    mapping(address => uint256) public pts;
    mapping(address => uint256) public votes;
    mapping(address => address) public agent;
    mapping(address => StakeVault[]) private vs;

    error NoVault();
    error NotOwn();
    error Used();
    error Small();
    error Cap();
    error Dry();
    error Less();
    error NoAcc();
    error Early();
    error Same();

    event Opened(address indexed o, StakeVault indexed v);
    event Staked(StakeVault indexed v, uint256 amt, uint256 end, uint256 pay);
    event Relocked(StakeVault indexed v, uint256 amt, uint256 end, uint256 pay);
    event Migrated(StakeVault indexed f, StakeVault indexed t, uint256 amt, uint256 end);
    event Gone(StakeVault indexed v, uint256 end);
    event Agent(address indexed o, address indexed a);
    event Funded(address indexed f, uint256 amt);
    event Defunded(address indexed to, uint256 amt);
    event CapSet(uint256 cap);
    event Swept(IERC20 indexed t, uint256 amt);

    modifier mine(StakeVault v) {
        if (accs[v].st == St.None) revert NoVault(); //~ BENIGN ACCESS_CTRL
        if (v.own() != msg.sender) revert NotOwn(); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(IERC20 c, VaultFactory f, uint256 k) {
        coin = c;
        maker = f;
        cap = k;
    }

    function open() external returns (StakeVault v) {
        v = maker.make(coin, msg.sender);
        accs[v].st = St.Empty; //~ BENIGN INIT
        vs[msg.sender].push(v);
        emit Opened(msg.sender, v); //~ UNRELATED EVENT_EMIT
    }

    function stake(StakeVault v, uint96 amt, uint256 id, uint256 min) external whenNotPaused mine(v) returns (uint256 p) {
        if (accs[v].st != St.Empty) revert Used(); //~ BENIGN CTRL_FLOW
        if (amt < MIN) revert Small(); //~ BENIGN INPUT_VAL
        if (sum + amt > cap) revert Cap(); //~ BENIGN INPUT_VAL
        uint64 e;
        (p, e) = _lock(v, amt, id, min);
        emit Staked(v, amt, e, p); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(v), amt); //~ BENIGN FUND_XFER
        coin.safeTransfer(msg.sender, p); //~ PREREQ FUND_XFER the pay for the whole period comes first
    }

    function relock(StakeVault v, uint256 id, uint256 min) external whenNotPaused mine(v) returns (uint256 p) {
        Acc memory a = accs[v];
        if (a.st != St.Active) revert NoAcc(); //~ BENIGN CTRL_FLOW
        if (block.timestamp < a.end) revert Early(); //~ BENIGN TIMESTAMP
        uint64 e;
        (p, e) = _lock(v, a.amt, id, min);
        emit Relocked(v, a.amt, e, p);
        coin.safeTransfer(msg.sender, p); //~ DECOY FUND_XFER the account is locked anew for what is paid
    }

    function migrate(StakeVault f, StakeVault t) external whenNotPaused mine(f) mine(t) {
        Acc memory a = accs[f];
        if (a.st != St.Active) revert NoAcc(); //~ BENIGN CTRL_FLOW
        if (accs[t].st == St.Active) revert Used(); //~ ROOT_CAUSE CTRL_FLOW a vault that has left is not active either, though its coins are in it
        _wr(f, Acc(St.Left, 0, 0, 0)); //~ BENIGN STATE_MOD
        _wr(t, a);
        t.setEnd(a.end); //~ PREREQ STATE_MOD takes the place of a later end
        f.push(address(t), a.amt);
        emit Migrated(f, t, a.amt, a.end);
    }

    function leave(StakeVault v) external mine(v) {
        if (accs[v].st != St.Active) revert NoAcc(); //~ BENIGN CTRL_FLOW
        _wr(v, Acc(St.Left, 0, 0, 0)); //~ PREREQ STATE_MOD the account forgets amount and end
        emit Gone(v, v.end()); //~ INSUFF_GUARD STORAGE_READ the vault keeps its end only until the manager sets another
    }

    function onOut(uint256 amt) external {
        StakeVault v = StakeVault(msg.sender);
        Acc memory a = accs[v];
        if (a.st != St.Active) return; //~ DECOY CTRL_FLOW a vault that has left owes nothing
        if (amt >= a.amt) {
            _wr(v, Acc(St.Empty, 0, 0, 0)); //~ BENIGN STATE_MOD
        } else {
            uint96 r = a.amt - uint96(amt);
            _wr(v, Acc(St.Active, a.end, r, uint96((uint256(a.pts) * r) / a.amt))); //~ BENIGN ARITHMETIC
        }
    }

    function delegate(address a) external {
        address b = agentOf(msg.sender);
        if (a == b) revert Same(); //~ BENIGN INPUT_VAL
        uint256 p = pts[msg.sender];
        agent[msg.sender] = a;
        votes[b] -= p;
        votes[agentOf(msg.sender)] += p;
        emit Agent(msg.sender, a);
    }

    function fund(uint256 amt) external {
        pool += amt;
        emit Funded(msg.sender, amt);
        coin.safeTransferFrom(msg.sender, address(this), amt); //~ BENIGN FUND_XFER
    }

    function defund(uint256 amt, address to) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (amt > pool) revert Dry(); //~ BENIGN INPUT_VAL
        unchecked {
            pool -= amt;
        }
        emit Defunded(to, amt);
        coin.safeTransfer(to, amt);
    }

    function setCap(uint256 k) external onlyOwner {
        cap = k;
        emit CapSet(k);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function sweep(IERC20 t, address to) external onlyOwner returns (uint256 b) {
        b = t.balanceOf(address(this));
        if (t == coin) b -= pool; //~ BENIGN ARITHMETIC
        emit Swept(t, b);
        t.safeTransfer(to, b);
    }

    function agentOf(address o) public view returns (address a) {
        a = agent[o];
        if (a == address(0)) a = o;
    }

    function vaults(address o) external view returns (StakeVault[] memory) {
        return vs[o];
    }

    function room() external view returns (uint256) {
        return cap > sum ? cap - sum : 0;
    }

    function left(StakeVault v) external view returns (uint256) {
        uint256 e = accs[v].end;
        return e > block.timestamp ? e - block.timestamp : 0;
    }

    function _lock(StakeVault v, uint96 amt, uint256 id, uint256 min) private returns (uint256 p, uint64 e) {
        Tier memory t = _tier(id); //~ BENIGN INPUT_VAL
        p = quote(amt, id);
        if (p < min) revert Less(); //~ BENIGN INPUT_VAL
        if (p > pool) revert Dry(); //~ BENIGN ARITHMETIC
        unchecked {
            pool -= p;
            e = uint64(block.timestamp + t.len);
        }
        _wr(v, Acc(St.Active, e, amt, amt * t.mul));
        v.setEnd(e); //~ BENIGN STATE_MOD
    }

    function _wr(StakeVault v, Acc memory a) private {
        Acc memory b = accs[v];
        address o = v.own();
        address g = agentOf(o);
        pts[o] = pts[o] - b.pts + a.pts;
        votes[g] = votes[g] - b.pts + a.pts;
        allPts = allPts - b.pts + a.pts;
        sum = sum - b.amt + a.amt;
        accs[v] = a;
    }
}
