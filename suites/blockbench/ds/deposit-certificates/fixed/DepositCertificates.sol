pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC721/ERC721.sol";
import "@openzeppelin/contracts@2.5.1/utils/Address.sol";

/**
 * @title CertificateFees
 * @dev Keeps the charge for redemptions and what has come together from it.
 */
contract CertificateFees is Ownable {
    using SafeMath for uint256;
    using Address for address payable;

    uint256 public constant MAX_RATE = 100;

    uint256 public rate;
    uint256 public collected;

    event RateChanged(uint256 rate);

    /**
     * @dev Sets the charge in hundredths of a percent, one percent at most.
     */
    function setRate(uint256 _rate) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(_rate <= MAX_RATE, "rate too high"); //~ BENIGN INPUT_VAL
        rate = _rate;
        emit RateChanged(_rate);
    }

    /**
     * @dev Pays the collected charges to the owner.
     */
    function takeFees() external onlyOwner { //~ BENIGN ACCESS_CTRL
        uint256 amount = collected;
        collected = 0; //~ BENIGN STATE_MOD
        msg.sender.sendValue(amount); //~ BENIGN EXT_CALL
    }

    /**
     * @dev Returns what remains of an amount, and books the charge.
     */
    function _charge(uint256 _amount) internal returns (uint256) {
        uint256 fee = _amount.mul(rate).div(10000); //~ BENIGN ARITHMETIC
        collected = collected.add(fee);
        return _amount.sub(fee);
    }
}

/**
 * @title DepositCertificates
 * @dev Certificates over ether on deposit. A holder may pass a certificate on, split it, join two, or redeem it.
 */
contract DepositCertificates is ERC721, CertificateFees {
    uint256 public constant SMALLEST = 1 finney;

    uint256 public issued;
    mapping (uint256 => uint256) public worth;

    event Issued(uint256 indexed id, address indexed holder, uint256 amount);
    event Split(uint256 indexed id, uint256 indexed part, uint256 amount);
    event Joined(uint256 indexed id, uint256 indexed part);
    event Redeemed(uint256 indexed id, address indexed holder, uint256 amount);

    /**
     * @dev Lets the holder of a certificate pass, and nobody else.
     */
    modifier onlyHolder(uint256 _id) {
        require(ownerOf(_id) == msg.sender, "not the holder"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /**
     * @dev Issues a certificate over the ether that is sent.
     */
    function place() external payable returns (uint256) {
        require(msg.value >= SMALLEST, "too small"); //~ BENIGN INPUT_VAL
        issued = issued.add(1);
        worth[issued] = msg.value; //~ BENIGN STATE_MOD
        emit Issued(issued, msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
        _mint(msg.sender, issued);
        return issued;
    }

    /**
     * @dev Issues a second certificate over a part of the first.
     */
    function split(uint256 _id, uint256 _amount) external onlyHolder(_id) returns (uint256 part) {
        uint256 rest = worth[_id].sub(_amount, "worth less"); //~ BENIGN ARITHMETIC
        require(_amount >= SMALLEST && rest >= SMALLEST, "too small"); //~ BENIGN INPUT_VAL
        issued = issued.add(1);
        part = issued;
        worth[part] = _amount; //~ BENIGN STATE_MOD
        emit Split(_id, part, _amount); //~ UNRELATED EVENT_EMIT
        worth[_id] = rest; //~ BENIGN STATE_MOD
        _safeMint(msg.sender, part); //~ BENIGN EXT_CALL
    }

    /**
     * @dev Adds a second certificate to the first and withdraws it.
     */
    function join(uint256 _id, uint256 _part) external onlyHolder(_id) onlyHolder(_part) {
        require(_id != _part, "same certificate"); //~ BENIGN INPUT_VAL
        worth[_id] = worth[_id].add(worth[_part]); //~ BENIGN STATE_MOD
        worth[_part] = 0;
        _burn(_part);
        emit Joined(_id, _part);
    }

    /**
     * @dev Pays a certificate out, less the charge.
     */
    function redeem(uint256 _id) external onlyHolder(_id) {
        uint256 amount = _charge(worth[_id]); //~ BENIGN STORAGE_READ
        worth[_id] = 0; //~ BENIGN STATE_MOD
        _burn(_id);
        emit Redeemed(_id, msg.sender, amount);
        msg.sender.sendValue(amount); //~ BENIGN FUND_XFER
    }
}
