// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {Deployment} from "../script/Deployment.sol";
import {FeeDistributor} from "../src/emissions/FeeDistributor.sol";
import {Minter} from "../src/emissions/Minter.sol";
import {VotingEscrow} from "../src/escrow/VotingEscrow.sol";
import {Gauge} from "../src/gauges/Gauge.sol";
import {BallotHash} from "../src/libraries/BallotHash.sol";
import {TideToken} from "../src/token/TideToken.sol";
import {BribeVault} from "../src/voting/BribeVault.sol";
import {VoteRelay} from "../src/voting/VoteRelay.sol";
import {Voter} from "../src/voting/Voter.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
}

abstract contract Coin is ERC20 {
    address private immutable _maker = msg.sender;

    constructor(string memory name_) ERC20(name_, name_) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == _maker, "maker only");
        _mint(to, amount);
    }
}

contract Usd is Coin("USD") {
    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

contract Weth is Coin("WETH") {}

contract Liquidity is Coin("LP") {}

abstract contract Base is Deployment {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant BO = address(0xB0B0);
    address internal constant CEE = address(0xC3C3);
    address internal constant DEE = address(0xD3D3);
    address internal constant EVE = address(0xE4E4);
    address internal constant GOVERNANCE = address(0x6070);
    address internal constant GUARDIAN = address(0x6A7D);
    address internal constant TREASURY = address(0x7EA5);
    uint256 internal constant KEY = 0xA11A;
    uint256 internal constant START = 1_790_208_000;
    uint256 internal constant EPOCH = 7 days;

    TideToken public token;
    Usd public usd;
    Weth internal weth;
    Liquidity internal poolA;
    Liquidity internal poolB;
    Gauge internal gaugeA;
    Gauge internal gaugeB;
    BribeVault internal bribesA;
    BribeVault internal bribesB;
    address internal ana;

    function setUp() public {
        vm.warp(START + 1 days);
        ana = vm.addr(KEY);
        (usd, weth, poolA, poolB) = (new Usd(), new Weth(), new Liquidity(), new Liquidity());
        _deploy(Plan(usd, TREASURY, GUARDIAN, 1_000_000e18, 100_000e18, 300));
        token = tide;
        voter.allowToken(address(usd), true);
        voter.allowToken(address(weth), true);
        (gaugeA, bribesA) = _gauge(address(poolA));
        (gaugeB, bribesB) = _gauge(address(poolB));
        _handOver(GOVERNANCE);
        usd.mint(address(this), 100_000e6);
        usd.approve(address(fees), type(uint256).max);
        _people();
        for (uint256 i = 1; i < 4; i++) {
            vm.warp(START + i * EPOCH + 1 days);
            voter.distributeAll();
            fees.addFees(4_000e6);
        }
        vm.startPrank(DEE);
        tide.approve(address(escrow), type(uint256).max);
        escrow.createLock(100e18, 1 weeks, DEE);
        vm.stopPrank();
        vm.startPrank(ana);
        usd.approve(address(relay), type(uint256).max);
        relay.deposit(1_000e6);
        vm.stopPrank();
        BallotHash.Ballot memory ballot = _ballot(START + 3 * EPOCH + 50 days);
        bytes memory signature = _signed(ballot);
        vm.prank(EVE);
        relay.submit(ballot, signature);
        vm.warp(START + 4 * EPOCH + 1 days);
        usd.approve(address(bribesA), type(uint256).max);
        usd.approve(address(bribesB), type(uint256).max);
        bribesA.addReward(address(usd), 10_000e6, 1);
        bribesB.addReward(address(usd), 4_000e6, 4);
        _start();
    }

    /// Creates the account that acts in exploit(), with what it has.
    function _start() internal virtual;

    function _people() private {
        tide.transfer(ana, 6_000e18);
        tide.transfer(BO, 2_500e18);
        tide.transfer(CEE, 1_600e18);
        tide.transfer(DEE, 100e18);
        usd.mint(ana, 1_000e6);
        poolA.mint(ana, 100e18);
        poolB.mint(BO, 100e18);
        vm.startPrank(ana);
        tide.approve(address(escrow), type(uint256).max);
        poolA.approve(address(gaugeA), type(uint256).max);
        escrow.createLock(6_000e18, 104 weeks, ana);
        gaugeA.depositFor(80e18, ana);
        _vote(1, address(gaugeA));
        vm.stopPrank();
        vm.startPrank(BO);
        tide.approve(address(escrow), type(uint256).max);
        poolB.approve(address(gaugeB), type(uint256).max);
        escrow.createLock(2_000e18, 104 weeks, BO);
        gaugeB.depositFor(80e18, BO);
        _vote(2, address(gaugeB));
        vm.stopPrank();
        vm.startPrank(CEE);
        tide.approve(address(escrow), type(uint256).max);
        escrow.createLock(1_000e18, 52 weeks, CEE);
        vm.stopPrank();
    }

    function _vote(uint256 tokenId, address gauge) internal {
        address[] memory choices = new address[](1);
        uint256[] memory shares = new uint256[](1);
        (choices[0], shares[0]) = (gauge, 1);
        voter.vote(tokenId, choices, shares);
    }

    function _ballot(uint256 deadline) internal view returns (BallotHash.Ballot memory ballot) {
        ballot.tokenId = 1;
        ballot.gauges = new address[](1);
        ballot.weights = new uint256[](1);
        (ballot.gauges[0], ballot.weights[0]) = (address(gaugeA), 1);
        (ballot.fee, ballot.deadline) = (100e6, deadline);
    }

    function _signed(BallotHash.Ballot memory ballot) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, relay.digestOf(ballot));
        return abi.encodePacked(r, s, v);
    }

    function test_Regular() public {
        voter.distribute(address(gaugeA));
        require(gaugeA.remaining() > 60_000e18 && voter.claimable(address(gaugeB)) == 0, "one gauge alone");
        voter.distributeAll();
        _fees();
        _votes();
        _positions();
        _gauges();
        vm.warp(START + 5 * EPOCH + 1 days);
        _rewards();
        _governance();
    }

    function _fees() private {
        uint256 share = fees.claimable(1);
        require(share > 8_400e6 && share < 8_600e6, "fees by power");
        vm.prank(ana);
        require(fees.claim(1) == share && usd.balanceOf(ana) == share, "fees paid");
        vm.prank(BO);
        require(fees.claim(2) > 2_600e6, "fees of the second position");
        require(lens.position(3).fees > 600e6 && lens.position(3).canVote, "seen by the lens");
    }

    function _votes() private {
        BallotHash.Ballot memory ballot = _ballot(block.timestamp + 20 days);
        bytes memory signature = _signed(ballot);
        vm.prank(EVE);
        relay.submit(ballot, signature);
        require(usd.balanceOf(EVE) == 200e6 && relay.balanceOf(ana) == 800e6, "fees of the relay");
        ballot.deadline++;
        vm.startPrank(ana);
        relay.revoke(ballot);
        relay.withdraw(300e6);
        relay.deposit(100e6);
        vm.stopPrank();
        address[] memory choices = new address[](2);
        uint256[] memory shares = new uint256[](2);
        (choices[0], choices[1], shares[0], shares[1]) = (address(gaugeA), address(gaugeB), 1, 3);
        vm.prank(BO);
        voter.vote(2, choices, shares);
        require(voter.votesOf(2, address(gaugeB)) == voter.votesOf(2, address(gaugeA)) * 3, "votes by shares");
        voter.poke(2);
        require(voter.totalVotes() == voter.votesFor(address(gaugeA)) + voter.votesFor(address(gaugeB)), "votes in total");
    }

    function _positions() private {
        vm.startPrank(CEE);
        escrow.increaseAmount(3, 200e18);
        escrow.extendLock(3, 60 weeks);
        uint256 part = escrow.split(3, 300e18);
        require(escrow.lockOf(part).amount == 300e18 && escrow.lockOf(3).amount == 900e18, "divided");
        escrow.merge(part, 3);
        require(escrow.lockOf(3).amount == 1_200e18 && escrow.balanceOf(CEE) == 1, "merged");
        uint256 more = escrow.createLock(100e18, 2 weeks, CEE);
        escrow.approve(DEE, more);
        escrow.setApprovalForAll(EVE, true);
        vm.stopPrank();
        vm.prank(DEE);
        escrow.transferFrom(CEE, DEE, more);
        vm.prank(EVE);
        escrow.safeTransferFrom(CEE, BO, 3);
        vm.prank(BO);
        escrow.safeTransferFrom(BO, CEE, 3, "");
        vm.prank(DEE);
        escrow.withdraw(4);
        require(tide.balanceOf(DEE) == 100e18 && escrow.totalLocked() == 9_300e18, "tokens are free");
        escrow.checkpoint();
        uint256 sum = escrow.powerOf(1) + escrow.powerOf(2) + escrow.powerOf(3) + escrow.powerOf(more);
        require(escrow.totalPowerAt(block.timestamp) == sum, "power in total");
        require(bytes(escrow.tokenURI(1)).length > 100 && lens.positionsOf(CEE).length == 1, "shown");
    }

    function _gauges() private {
        vm.startPrank(ana);
        gaugeA.depositFor(20e18, ana);
        uint256 paid = gaugeA.claim();
        require(paid > 100_000e18 && tide.balanceOf(ana) == paid, "emissions paid");
        gaugeA.withdraw(50e18);
        vm.stopPrank();
        require(poolA.balanceOf(ana) == 50e18 && lens.allGauges().length == 2, "liquidity");
    }

    function _rewards() private {
        address[] memory list = new address[](1);
        list[0] = address(usd);
        uint256 before = usd.balanceOf(ana);
        vm.prank(ana);
        uint256 paid = bribesA.claim(1, list)[0];
        require(paid > 9_000e6 && usd.balanceOf(ana) == before + paid, "rewards paid");
        vm.prank(BO);
        paid = bribesB.claim(2, list)[0];
        require(paid > 990e6 && paid <= 1_000e6, "rewards of one epoch of four");
        weth.mint(address(this), 10e18);
        weth.approve(address(bribesA), 10e18);
        bribesA.addReward(address(weth), 10e18, 2);
        require(lens.rewardsFor(address(gaugeA)).length == 2, "two tokens");
        require(lens.estimate(1, address(gaugeA), address(weth)) > 4e18, "estimate");
        voter.distributeAll();
        vm.prank(BO);
        voter.reset(2);
        require(bribesB.totalVotes() == 0 && !voter.hasVoted(2), "votes taken back");
    }

    function _governance() private {
        vm.prank(GUARDIAN);
        voter.stopGauge(address(gaugeB));
        vm.startPrank(GOVERNANCE);
        voter.startGauge(address(gaugeB));
        voter.allowToken(address(weth), false);
        voter.createGauge(address(weth));
        minter.setTreasury(TREASURY, 100);
        vm.stopPrank();
        require(voter.gaugeCount() == 3 && minter.weekly() < 100_000e18, "governed");
    }

    function target() public view virtual returns (address) {
        return address(voter);
    }
}
