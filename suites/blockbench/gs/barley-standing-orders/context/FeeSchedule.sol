// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";

// What takers pay on top, in bps of the buy amount. Pairs can have a rate of their own, makers with volume get theirs waived
// in part.
contract FeeSchedule is Ownable2Step {
    struct PairFee {
        bool set;
        uint16 bps;
    }

    uint256 internal constant BPS = 10_000;
    uint16 public constant MAX_FEE = 50;

    address public treasury;
    uint16 public baseFee;
    mapping(bytes32 => PairFee) public pairFees;
    mapping(address => uint16) public rebateOf; // percent of the fee, by maker

    constructor(address treasury_, uint16 baseFee_) {
        _setTreasury(treasury_);
        _setBaseFee(baseFee_);
    }

    function setTreasury(address treasury_) external onlyOwner {
        _setTreasury(treasury_);
    }

    function setBaseFee(uint16 bps) external onlyOwner {
        _setBaseFee(bps);
    }

    // set = false goes back to the base fee
    function setPairFee(address tokenA, address tokenB, bool set, uint16 bps) external onlyOwner {
        require(bps <= MAX_FEE, "Fees: fee");
        pairFees[pairKey(tokenA, tokenB)] = PairFee(set, bps);
        emit PairFeeSet(tokenA, tokenB, set, bps);
    }

    function setRebate(address maker, uint16 percent) external onlyOwner {
        require(percent <= 100, "Fees: percent");
        rebateOf[maker] = percent;
        emit RebateSet(maker, percent);
    }

    function feeOn(address maker, address sellToken, address buyToken, uint256 amount) public view returns (uint256) {
        PairFee memory pair = pairFees[pairKey(sellToken, buyToken)];
        uint256 bps = pair.set ? pair.bps : baseFee;
        return Math.mulDiv(amount, bps * (100 - rebateOf[maker]), BPS * 100, Math.Rounding.Up);
    }

    // same key both ways round
    function pairKey(address tokenA, address tokenB) public pure returns (bytes32) {
        return tokenA < tokenB ? keccak256(abi.encode(tokenA, tokenB)) : keccak256(abi.encode(tokenB, tokenA));
    }

    function _setTreasury(address treasury_) private {
        require(treasury_ != address(0), "Fees: treasury");
        treasury = treasury_;
        emit TreasurySet(treasury_);
    }

    function _setBaseFee(uint16 bps) private {
        require(bps <= MAX_FEE, "Fees: fee");
        baseFee = bps;
        emit BaseFeeSet(bps);
    }

    event TreasurySet(address treasury);
    event BaseFeeSet(uint16 bps);
    event PairFeeSet(address indexed tokenA, address indexed tokenB, bool set, uint16 bps);
    event RebateSet(address indexed maker, uint16 percent);
}
