// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@4.9.6/utils/cryptography/ECDSA.sol";

error Redeemed();
error Expired();
error WrongSigner();

// rebates that the shop signs and the customer redeems
contract CampaignRebates is Ownable {
    using SafeERC20 for IERC20;

    IERC20 public immutable coin;
    address public signer;

    mapping(string => mapping(string => bool)) public redeemed; // by campaign and coupon
    mapping(string => uint256) public spent; // by campaign, for the books

    constructor(IERC20 coin_, address signer_) {
        require(address(coin_) != address(0), "no coin"); //~ BENIGN INIT
        coin = coin_;
        setSigner(signer_);
    }

    function setSigner(address signer_) public onlyOwner { //~ BENIGN ACCESS_CTRL
        require(signer_ != address(0), "no signer"); //~ BENIGN INPUT_VAL
        signer = signer_;
        emit SignerSet(signer_); //~ UNRELATED EVENT_EMIT
    }

    function digest(
        address customer,
        string calldata campaign,
        string calldata coupon,
        uint256 amount,
        uint256 expires
    ) public view returns (bytes32) {
        bytes32 what = keccak256(abi.encodePacked(keccak256(bytes(campaign)), coupon)); //~ BENIGN SIGNATURE
        return
            ECDSA.toEthSignedMessageHash(
                keccak256(abi.encode(block.chainid, address(this), customer, what, amount, expires)) //~ BENIGN SIGNATURE
            );
    }

    // anyone may hand it in, the customer gets the money
    function redeem(
        address customer,
        string calldata campaign,
        string calldata coupon,
        uint256 amount,
        uint256 expires,
        bytes calldata signature
    ) external {
        if (block.timestamp > expires) revert Expired(); //~ BENIGN TIMESTAMP
        if (redeemed[campaign][coupon]) revert Redeemed(); //~ BENIGN INPUT_VAL
        redeemed[campaign][coupon] = true; //~ BENIGN STATE_MOD
        bytes32 hash = digest(customer, campaign, coupon, amount, expires); //~ BENIGN SIGNATURE
        if (ECDSA.recover(hash, signature) != signer) revert WrongSigner(); //~ BENIGN SIGNATURE
        spent[campaign] += amount; //~ BENIGN STATE_MOD
        coin.safeTransfer(customer, amount); //~ BENIGN FUND_XFER
        emit Rebate(customer, campaign, coupon, amount); //~ UNRELATED EVENT_EMIT
    }

    function sweep(uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        coin.safeTransfer(owner(), amount); //~ BENIGN FUND_XFER
    }

    event SignerSet(address indexed signer);
    event Rebate(address indexed customer, string campaign, string coupon, uint256 amount);
}
