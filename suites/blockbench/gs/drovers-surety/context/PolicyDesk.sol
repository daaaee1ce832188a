// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {CoverTerms} from "./CoverTerms.sol";
import {IUnderwritingVault} from "./IUnderwritingVault.sol";

// Sells policies and hands the premiums to the vault, less a commission.
contract PolicyDesk is Ownable2Step, Pausable {
    using SafeERC20 for IERC20;

    struct Policy {
        address holder;
        uint64 end;
        bool released;
        uint256 cover;
    }

    uint256 public constant MIN_COVER = 1_000e6;
    uint256 public constant MIN_TERM = 7 days;
    uint256 public constant MAX_TERM = 90 days;
    uint256 public constant MAX_RATE = 3_000;
    uint256 public constant MAX_COMMISSION = 2_000;

    IUnderwritingVault public immutable vault;
    IERC20 public immutable usdc;
    address public immutable treasury;

    mapping(bytes32 => uint256) public rateOf; // yearly, in bps, zero: not on sale
    Policy[] public policies;
    uint256 public coverLimit;
    uint256 public coverSold;
    uint256 public commission = 1_000;

    error NotOnSale(bytes32 product);
    error BadTerm(uint256 term);
    error PremiumAbove(uint256 most, uint256 premium);

    constructor(IUnderwritingVault vault_, address treasury_) Ownable(msg.sender) {
        require(treasury_ != address(0), "no treasury");
        vault = vault_;
        usdc = vault_.usdc();
        treasury = treasury_;
    }

    function buy(bytes32 product, uint256 cover, uint256 term, uint256 most)
        external
        whenNotPaused
        returns (uint256 id)
    {
        if (term < MIN_TERM || term > MAX_TERM) revert BadTerm(term);
        uint256 end = block.timestamp + term;
        require(end <= vault.seasonEnd(), "past the season");
        require(cover >= MIN_COVER, "cover too small");
        coverSold += cover;
        require(coverSold <= coverLimit, "sold out");
        uint256 premium = quote(product, cover, term);
        if (premium > most) revert PremiumAbove(most, premium);
        id = policies.length;
        policies.push(Policy(msg.sender, uint64(end), false, cover));
        emit Sold(id, msg.sender, product, cover, premium);

        uint256 fee = premium * commission / CoverTerms.BPS;
        usdc.safeTransferFrom(msg.sender, address(this), premium);
        usdc.safeTransfer(treasury, fee);
        usdc.forceApprove(address(vault), premium - fee);
        vault.addPremium(premium - fee);
    }

    function quote(bytes32 product, uint256 cover, uint256 term) public view returns (uint256) {
        uint256 rate = rateOf[product];
        if (rate == 0) revert NotOnSale(product);
        return CoverTerms.premium(cover, rate, term);
    }

    // Goods change hands on the way, so the policy may too.
    function assign(uint256 id, address to) external {
        require(msg.sender == policies[id].holder, "not your policy");
        require(to != address(0), "no holder");
        policies[id].holder = to;
        emit Assigned(id, to);
    }

    // Makes room for new cover once no claim can come from the policy any more.
    function release(uint256 id) external {
        Policy storage p = policies[id];
        require(block.timestamp >= p.end + CoverTerms.REPORTING, "still reporting");
        require(!p.released, "released");
        p.released = true;
        coverSold -= p.cover;
        emit Released(id);
    }

    function setRate(bytes32 product, uint256 rate) external onlyOwner {
        require(rate <= MAX_RATE, "rate too high");
        rateOf[product] = rate;
        emit RateSet(product, rate);
    }

    function setCoverLimit(uint256 limit) external onlyOwner {
        coverLimit = limit;
        emit CoverLimitSet(limit);
    }

    function setCommission(uint256 bps) external onlyOwner {
        require(bps <= MAX_COMMISSION, "commission too high");
        commission = bps;
        emit CommissionSet(bps);
    }

    function setPaused(bool on) external onlyOwner {
        on ? _pause() : _unpause();
    }

    event Sold(uint256 indexed id, address indexed holder, bytes32 indexed product, uint256 cover, uint256 premium);
    event Assigned(uint256 indexed id, address indexed to);
    event Released(uint256 indexed id);
    event RateSet(bytes32 indexed product, uint256 rate);
    event CoverLimitSet(uint256 limit);
    event CommissionSet(uint256 bps);
}
