// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";

// PartnerPoints are the loyalty points of a group of merchants.
//
// A merchant buys points with ether and sends them to its customers. A customer redeems them with any merchant of the program,
// and that merchant gets the ether they were bought for. Until then they are a token like any other.
contract PartnerPoints is IERC20, Ownable {
    using SafeMath for uint256;

    // Info of each merchant.
    struct MerchantInfo {
        address payable account; // Buys points and gets paid.
        bool active; // Is it still in the program?
        uint256 due; // Ether it can claim.
        uint256 rewardsGiven; // How many rewards it gave away.
    }

    string public constant name = "Partner Point";
    string public constant symbol = "POINT";
    uint8 public constant decimals = 0;

    // What a point costs, and what it is worth.
    uint256 public constant PRICE = 0.0002 ether;
    // Points for one reward.
    uint256 public constant PER_REWARD = 10;
    // Users of one airdrop.
    uint256 public constant MAX_USERS = 40;

    uint256 public override totalSupply;
    mapping(address => uint256) public override balanceOf;
    mapping(address => mapping(address => uint256)) public override allowance;
    MerchantInfo[] public merchantInfo;

    event MerchantSet(uint256 indexed mid, address indexed account, bool active);
    event Redeem(address indexed user, uint256 indexed mid, uint256 rewards);
    event Claim(uint256 indexed mid, uint256 amount);

    modifier onlyMerchant(uint256 _mid) {
        require(_mid < merchantInfo.length, "points: no such merchant");
        require(merchantInfo[_mid].account == msg.sender, "points: not the merchant");
        _;
    }

    // ------------------------------------------------------------------ owner

    function addMerchant(address payable _account) external onlyOwner {
        require(_account != address(0), "addMerchant: zero address");
        merchantInfo.push(MerchantInfo(_account, true, 0, 0));
        emit MerchantSet(merchantInfo.length - 1, _account, true);
    }

    // A merchant that left can still claim.
    function setMerchant(uint256 _mid, bool _active) external onlyOwner {
        require(_mid < merchantInfo.length, "setMerchant: no such merchant");
        merchantInfo[_mid].active = _active;
        emit MerchantSet(_mid, merchantInfo[_mid].account, _active);
    }

    // ------------------------------------------------------------------ merchants

    // Buys points.
    function buy(uint256 _mid, uint256 _points) external payable onlyMerchant(_mid) {
        require(merchantInfo[_mid].active, "buy: not active");
        require(msg.value == _points.mul(PRICE), "buy: bad price");
        totalSupply += _points;
        balanceOf[msg.sender] += _points;
        emit Transfer(address(0), msg.sender, _points);
    }

    // Gets the ether for what was redeemed.
    function claim(uint256 _mid) external onlyMerchant(_mid) returns (uint256 amount) {
        amount = merchantInfo[_mid].due;
        merchantInfo[_mid].due = 0;
        emit Claim(_mid, amount);
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "claim: not paid");
    }

    // ------------------------------------------------------------------ users

    // The same number of points for each of a few users.
    function airdrop(address[] calldata _users, uint256 _points) external {
        require(_users.length > 0 && _users.length <= MAX_USERS, "airdrop: bad length");
        uint256 total = _points * _users.length;
        require(balanceOf[msg.sender] >= total, "airdrop: not enough");
        balanceOf[msg.sender] -= total;
        for (uint256 i = 0; i < _users.length; i++) {
            require(_users[i] != address(0), "airdrop: zero address");
            balanceOf[_users[i]] += _points;
            emit Transfer(msg.sender, _users[i], _points);
        }
    }

    // Gets rewards from a merchant.
    function redeem(uint256 _mid, uint256 _rewards) external {
        require(_mid < merchantInfo.length && merchantInfo[_mid].active, "redeem: no such merchant");
        uint256 points = _rewards.mul(PER_REWARD);
        require(balanceOf[msg.sender] >= points, "redeem: not enough");
        balanceOf[msg.sender] -= points;
        totalSupply -= points;
        MerchantInfo storage merchant = merchantInfo[_mid];
        merchant.rewardsGiven += _rewards;
        merchant.due += points * PRICE;
        emit Transfer(msg.sender, address(0), points);
        emit Redeem(msg.sender, _mid, _rewards);
    }

    function transfer(address _to, uint256 _points) external override returns (bool) {
        _move(msg.sender, _to, _points);
        return true;
    }

    function approve(address _spender, uint256 _points) external override returns (bool) {
        allowance[msg.sender][_spender] = _points;
        emit Approval(msg.sender, _spender, _points);
        return true;
    }

    function transferFrom(
        address _from,
        address _to,
        uint256 _points
    ) external override returns (bool) {
        uint256 left = allowance[_from][msg.sender];
        require(left >= _points, "transferFrom: allowance");
        if (left != uint256(-1)) allowance[_from][msg.sender] = left - _points;
        _move(_from, _to, _points);
        return true;
    }

    // ------------------------------------------------------------------ views

    function merchantLength() external view returns (uint256) {
        return merchantInfo.length;
    }

    // ------------------------------------------------------------------ internal

    function _move(
        address _from,
        address _to,
        uint256 _points
    ) private {
        require(_to != address(0), "points: zero address");
        uint256 balance = balanceOf[_from];
        require(balance >= _points, "points: not enough");
        balanceOf[_from] = balance - _points;
        balanceOf[_to] += _points;
        emit Transfer(_from, _to, _points);
    }
}
