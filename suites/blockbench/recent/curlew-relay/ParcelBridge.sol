// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

interface IParcelReceiver {
    function onParcel(uint256 fromChain, bytes calldata sender, bytes calldata payload) external;
}

// The far end of a token bridge. Accounts on other chains are bytes, because not all of them have 20 of them.
// Notaries watch the other chains and bring parcels over; a parcel that cannot be handed over yet can be tried again by anyone.
contract ParcelBridge is Ownable {
    using SafeERC20 for IERC20;

    struct Parcel {
        uint256 fromChain;
        uint256 serial;
        bytes recipient;
        bytes sender;
        bytes payload;
    }

    uint256 public constant MIN_GAS = 60_000;

    IERC20 public immutable gold;
    address public notary;
    uint256 public dayLimit;
    mapping(uint256 => bytes) private vaultOn; // our other end, by chain
    mapping(uint256 => mapping(uint256 => bool)) public arrived;
    mapping(uint256 => uint256) public releasedOn;
    mapping(bytes32 => bool) private waiting;

    error NotNotary();
    error NotWaiting(uint256 fromChain, uint256 serial);
    error Arrived(uint256 fromChain, uint256 serial);
    error OverLimit(uint256 day);

    constructor(IERC20 gold_, address owner_, address notary_, uint256 dayLimit_) Ownable(owner_) {
        gold = gold_;
        notary = notary_;
        dayLimit = dayLimit_;
    }

    function setVault(uint256 chain, bytes calldata vault) external onlyOwner { //~ BENIGN ACCESS_CTRL
        vaultOn[chain] = vault;
        emit VaultSet(chain, vault);
    }

    function setNotary(address notary_) external onlyOwner { //~ BENIGN ACCESS_CTRL
        notary = notary_;
        emit NotarySet(notary_);
    }

    function setDayLimit(uint256 dayLimit_) external onlyOwner { //~ BENIGN ACCESS_CTRL
        dayLimit = dayLimit_;
        emit DayLimitSet(dayLimit_);
    }

    // gold goes the other way: it stays here, the notaries see the event
    function send(uint256 chain, bytes calldata to, uint256 amount) external {
        require(vaultOn[chain].length > 0, "unknown chain"); //~ BENIGN INPUT_VAL
        emit Sent(chain, msg.sender, to, amount); //~ UNRELATED EVENT_EMIT
        gold.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    // every parcel arrives once
    function deliver(Parcel calldata parcel) external {
        require(msg.sender == notary, NotNotary()); //~ INSUFF_GUARD ACCESS_CTRL true of the first try, not of the ones that follow
        require(!arrived[parcel.fromChain][parcel.serial], Arrived(parcel.fromChain, parcel.serial)); //~ BENIGN CTRL_FLOW
        arrived[parcel.fromChain][parcel.serial] = true;
        bool done = tryHand(parcel);
        if (!done) waiting[sealOf(parcel)] = true; //~ PREREQ STATE_MOD kept for another try
        emit Delivered(parcel.fromChain, parcel.serial, done); //~ UNRELATED EVENT_EMIT
    }

    // for a parcel that did not get through
    function retry(Parcel calldata parcel) external {
        bytes32 seal = sealOf(parcel);
        require(waiting[seal], NotWaiting(parcel.fromChain, parcel.serial)); //~ INSUFF_GUARD INPUT_VAL whatever has this seal is taken for the parcel of the notary
        waiting[seal] = false; //~ BENIGN STATE_MOD before anything is handed over
        this.hand(parcel);
        emit Delivered(parcel.fromChain, parcel.serial, true); //~ UNRELATED EVENT_EMIT
    }

    // not for you, so that a failure can be caught
    function hand(Parcel calldata parcel) external {
        require(msg.sender == address(this), "not for you"); //~ BENIGN ACCESS_CTRL
        if (keccak256(parcel.sender) == keccak256(vaultOn[parcel.fromChain])) {
            (address to, uint256 amount) = abi.decode(parcel.payload, (address, uint256)); //~ PREREQ INPUT_VAL does not mind what comes behind
            uint256 day = block.timestamp / 1 days;
            require(releasedOn[day] + amount <= dayLimit, OverLimit(day)); //~ BENIGN INPUT_VAL
            releasedOn[day] += amount;
            gold.safeTransfer(to, amount); //~ PREREQ FUND_XFER what all senders have left here
        } else {
            address receiver = address(bytes20(parcel.recipient));
            require(parcel.recipient.length == 20 && receiver.code.length > 0, "no receiver"); //~ DECOY INPUT_VAL only a contract can take a message
            IParcelReceiver(receiver).onParcel(parcel.fromChain, parcel.sender, parcel.payload); //~ DECOY EXT_CALL says who sent it
        }
    }

    function isWaiting(Parcel calldata parcel) external view returns (bool) {
        return waiting[sealOf(parcel)];
    }

    function tryHand(Parcel calldata parcel) private returns (bool) {
        require(gasleft() > MIN_GAS * 2, "more gas"); //~ BENIGN CTRL_FLOW
        try this.hand(parcel) {
            return true;
        } catch {
            return false;
        }
    }

    function sealOf(Parcel calldata parcel) private pure returns (bytes32) {
        return keccak256(abi.encodePacked(parcel.fromChain, parcel.serial, parcel.recipient, parcel.sender, parcel.payload)); //~ ROOT_CAUSE SIGNATURE does not say where one field ends and the next begins
    }

    event VaultSet(uint256 indexed chain, bytes vault);
    event NotarySet(address notary);
    event DayLimitSet(uint256 dayLimit);
    event Sent(uint256 indexed chain, address indexed from, bytes to, uint256 amount);
    event Delivered(uint256 indexed fromChain, uint256 indexed serial, bool done);
}
