// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";

// HOP is a claim on one dollar each. Brewers sign, somebody else pays the gas.
contract HopDesk is ERC20, EIP712, Ownable2Step {
    using SafeERC20 for IERC20;

    struct Order {
        address payer;
        address to;
        uint256 amount;
        uint256 nonce;
        uint256 deadline;
    }

    bytes32 public constant ISSUE = keccak256("Issue(address payer,address to,uint256 amount,uint256 nonce,uint256 deadline)");
    bytes32 public constant REDEEM = keccak256("Redeem(address payer,address to,uint256 amount,uint256 nonce,uint256 deadline)");

    IERC20 public immutable usd;
    uint256 public dailyMost = 50_000e6; // redeemed in a day, all of us together
    mapping(uint256 => uint256) public redeemedOn;

    // a brewery's clerk may sign for it
    mapping(address => mapping(address => bool)) public clerk;
    mapping(address => mapping(uint256 => bool)) public used;

    error Late(uint256 deadline);
    error Used(address payer, uint256 nonce);
    error NotForPayer(address signer);

    constructor(IERC20 usd_) ERC20("Hop", "HOP") EIP712("HopDesk", "1") Ownable(msg.sender) {
        usd = usd_;
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function setClerk(address who, bool on) external {
        clerk[msg.sender][who] = on; //~ PREREQ ACCESS_CTRL the signer is somebody else than the payer
        emit ClerkSet(msg.sender, who, on); //~ UNRELATED EVENT_EMIT
    }

    // in case you signed something you shouldn't have
    function drop(uint256 nonce) external {
        used[msg.sender][nonce] = true; //~ BENIGN STATE_MOD
        emit Dropped(msg.sender, nonce);
    }

    function issue(Order calldata o, bytes calldata sig) external {
        _verify(ISSUE, o, sig);
        used[o.payer][o.nonce] = true; //~ DECOY STATE_MOD the payer's, that's the one _verify asks for
        _mint(o.to, o.amount);
        emit Issued(o.payer, o.to, o.amount, o.nonce);
        usd.safeTransferFrom(o.payer, address(this), o.amount); //~ BENIGN FUND_XFER
    }

    function redeem(Order calldata o, bytes calldata sig) external { //~ PREREQ ACCESS_CTRL whoever has the order can bring it
        address signer = _verify(REDEEM, o, sig);
        uint256 day = block.timestamp / 1 days;
        redeemedOn[day] += o.amount;
        require(redeemedOn[day] <= dailyMost, "enough for today"); //~ BENIGN INPUT_VAL
        used[signer][o.nonce] = true; //~ ROOT_CAUSE STATE_MOD a clerk's order is crossed off in the clerk's list, nobody looks there
        _burn(o.payer, o.amount); //~ INSUFF_GUARD STATE_MOD stops when the payer has nothing left
        emit Redeemed(o.payer, signer, o.to, o.amount, o.nonce); //~ UNRELATED EVENT_EMIT
        usd.safeTransfer(o.to, o.amount); //~ PREREQ FUND_XFER once more to the same receiver
    }

    function setDailyMost(uint256 most) external onlyOwner { //~ BENIGN ACCESS_CTRL
        dailyMost = most;
        emit DailyMostSet(most);
    }

    function hashOf(bytes32 kind, Order calldata o) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(kind, o.payer, o.to, o.amount, o.nonce, o.deadline))); //~ BENIGN SIGNATURE
    }

    function _verify(bytes32 kind, Order calldata o, bytes calldata sig) private view returns (address signer) {
        if (block.timestamp > o.deadline) revert Late(o.deadline); //~ BENIGN TIMESTAMP
        if (used[o.payer][o.nonce]) revert Used(o.payer, o.nonce); //~ INSUFF_GUARD SIGNATURE asks the payer's list
        signer = ECDSA.recover(hashOf(kind, o), sig); //~ BENIGN SIGNATURE
        if (signer != o.payer && !clerk[o.payer][signer]) revert NotForPayer(signer); //~ BENIGN SIGNATURE
    }

    event ClerkSet(address indexed payer, address indexed who, bool on);
    event Dropped(address indexed payer, uint256 nonce);
    event Issued(address indexed payer, address indexed to, uint256 amount, uint256 nonce);
    event Redeemed(address indexed payer, address indexed signer, address indexed to, uint256 amount, uint256 nonce);
    event DailyMostSet(uint256 most);
}
